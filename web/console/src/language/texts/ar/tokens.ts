// Arabic texts of tokens.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Token: 'الرمز المميّز',
  'Stored details': 'البيانات المخزّنة',
  Status: 'الحالة',
  Kind: 'النوع',
  Account: 'الحساب',
  Expiry: 'انتهاء الصلاحية',
  Brand: 'العلامة التجارية',
  Funding: 'نوع البطاقة',
  Issuer: 'جهة الإصدار',
  'Replaced by': 'استُبدل بـ',
  Usage: 'الاستخدام',
  'Last used': 'آخر استخدام',
  'Last changed': 'آخر تغيير',
  'Changed by': 'غيّره',
  'Verification before storing': 'التحقق قبل التخزين',
  Repository: 'المستودع',
  'Scheme token': 'رمز الشبكة المميّز',
  'Issued by the card scheme in place of the card number.': 'تصدره شبكة البطاقات بدلًا من رقم البطاقة.',
  Number: 'الرقم',
  Provider: 'المزوّد',
  'The token was deleted.': 'تم حذف الرمز المميّز.',
  Delete: 'حذف',
  'Delete this token?': 'هل تريد حذف هذا الرمز المميّز؟',
  'Delete token': 'حذف الرمز المميّز',
  'The details stored under {token} are permanently deleted. Payments that use the token will be rejected, including those of other merchants that share it.':
    'تُحذف البيانات المخزّنة تحت {token} نهائيًا. وستُرفض المدفوعات التي تستخدم الرمز المميّز، بما فيها مدفوعات التجار الآخرين الذين يتشاركونه.',
  Tokens: 'الرموز المميّزة',
  'Payment details stored for future payments. Account numbers are masked.':
    'بيانات دفع مخزّنة للمدفوعات المستقبلية. أرقام الحسابات مخفية جزئيًا.',
  'Full token': 'الرمز المميّز كاملًا',
  Scheme: 'شبكة البطاقات',
  'Expiry month': 'شهر انتهاء الصلاحية',
  '1 to 12': '1 إلى 12',
  'Expiry year': 'سنة انتهاء الصلاحية',
  'No matching tokens': 'لا توجد رموز مميّزة مطابقة',
  'Enter the full token, or try removing some filters.': 'أدخل الرمز المميّز كاملًا، أو جرّب إزالة بعض عوامل التصفية.',
  'No tokens yet': 'لا توجد رموز مميّزة بعد',
  'Tokens appear here when your integration stores a payer’s card or account.':
    'تظهر الرموز المميّزة هنا عندما يخزّن تكاملك بطاقة دافع أو حسابه.',
}

// Arabic texts of the search page.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Found by': 'وُجد عبر',
  Status: 'الحالة',
  'Paid with': 'وسيلة الدفع',
  Opened: 'تاريخ الفتح',
  'Exact matches first, then the newest.': 'المطابقات التامة أولًا ثم الأحدث.',
  'Search for': 'البحث عن',
  'Card numbers are not searched': 'لا يتم البحث بأرقام البطاقات',
  'Enter the last four digits.': 'أدخل آخر أربعة أرقام.',
  'Find an order': 'البحث عن طلب',
  'By order or transaction ID, reference, receipt, authorization code, acquirer reference, e-mail, payer, last four digits, amount, token or X-Request-Id.':
    'حسب معرّف الطلب أو المعاملة أو المرجع أو الإيصال أو رمز التفويض أو مرجع البنك المحصّل أو البريد الإلكتروني أو الدافع أو آخر أربعة أرقام أو المبلغ أو الرمز المميّز أو X-Request-Id.',
  'No matching orders': 'لا توجد طلبات مطابقة',
  'Every word must match. Three characters of an ID, a name or an e-mail are enough; codes are found in full.':
    'يجب أن تتطابق كل الكلمات. تكفي ثلاثة أحرف من معرّف أو اسم أو بريد إلكتروني؛ أما الرموز فتُكتب كاملة.',
  'There are more matches. Add a word to narrow the search.': 'توجد مطابقات أخرى. أضف كلمة لتضييق البحث.',
}

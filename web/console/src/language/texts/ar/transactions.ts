// Arabic texts of the list of transactions.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Order: 'الطلب',
  Transaction: 'المعاملة',
  Type: 'النوع',
  Result: 'النتيجة',
  Amount: 'المبلغ',
  'Paid with': 'وسيلة الدفع',
  Reference: 'المرجع',
  Acquirer: 'البنك المحصّل',
  Batch: 'دفعة التسوية',
  'Entry point': 'نقطة الدخول',
  Time: 'الوقت',
  Transactions: 'المعاملات',
  'Gateway code': 'رمز البوابة',
  'No matching transactions': 'لا توجد معاملات مطابقة',
  'Try removing some filters.': 'حاول إزالة بعض عوامل التصفية.',
  'No transactions yet': 'لا توجد معاملات بعد',
  'Transactions appear here moments after a payment is made through the API, a payment page or the console.':
    'تظهر المعاملات هنا بعد لحظات من إجراء دفعة عبر API أو صفحة دفع أو لوحة التحكم.',
}

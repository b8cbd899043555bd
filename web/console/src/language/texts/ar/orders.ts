// Arabic texts of the list of orders.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Order: 'الطلب',
  Status: 'الحالة',
  Amount: 'المبلغ',
  Captured: 'محصَّل',
  Refunded: 'مُسترَد',
  'Paid with': 'وسيلة الدفع',
  Authorized: 'مفوَّض',
  Token: 'الرمز المميّز',
  'Last changed': 'آخر تغيير',
  Opened: 'تاريخ الفتح',
  'Take a payment': 'استلام دفعة',
  Orders: 'الطلبات',
  'No matching orders': 'لا توجد طلبات مطابقة',
  'Try removing some filters. To search by the beginning of an order ID, end it with an asterisk: shop-12*. The search field at the top finds parts of IDs, payers and e-mails.':
    'جرّب إزالة بعض عوامل التصفية. للبحث ببداية معرّف الطلب، اختمها بعلامة النجمة: shop-12*. يعثر حقل البحث في الأعلى على أجزاء من المعرّفات والدافعين وعناوين البريد الإلكتروني.',
  'No orders yet': 'لا توجد طلبات بعد',
  'Orders appear here moments after a payment is made through the API, a payment page or the console.':
    'تظهر الطلبات هنا بعد لحظات من إجراء دفعة عبر API أو صفحة دفع أو لوحة التحكم.',
  'Order ID or prefix*': 'معرّف الطلب أو بدايته*',
  'Fewer filters': 'عوامل تصفية أقل',
  'More filters': 'مزيد من عوامل التصفية',
  From: 'من',
  To: 'إلى',
  Reference: 'المرجع',
  'Card begins with': 'البطاقة تبدأ بـ',
  '6 digits': '6 أرقام',
  'Card ends with': 'البطاقة تنتهي بـ',
  '4 digits': '4 أرقام',
  Currency: 'العملة',
  'Amount from': 'المبلغ من',
  'Requires a currency': 'يتطلب عملة',
  'Amount to': 'المبلغ إلى',
}

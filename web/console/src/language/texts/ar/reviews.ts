// Arabic texts of the review queue.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Billing country {country}': 'بلد الفوترة {country}',
  'Held by risk rules': 'محتجزة بقواعد المخاطر',
  'Refund requests': 'طلبات الاسترداد',
  Reviews: 'المراجعات',
  'Payments and refunds waiting for a decision. Open a payment to see it before you decide. You cannot decide on your own requests.':
    'دفعات واستردادات بانتظار قرار. افتح الدفعة للاطلاع عليها قبل أن تقرر. لا يمكنك البت في طلباتك أنت.',
  'Review type': 'نوع المراجعة',
  'Payments waiting for review': 'دفعات بانتظار المراجعة',
  'Open order': 'فتح الطلب',
  'Nothing to review': 'لا يوجد ما يحتاج إلى مراجعة',
  'Payments appear here when a risk rule holds them for review.':
    'تظهر الدفعات هنا عندما تحتجزها قاعدة مخاطر للمراجعة.',
  'Refunds appear here when the merchant’s profile requires approval by a second user.':
    'تظهر الاستردادات هنا عندما يشترط ملف التاجر موافقة مستخدم ثانٍ.',
  Order: 'الطلب',
  Why: 'السبب',
  'Requested by': 'مقدّم الطلب',
  Amount: 'المبلغ',
  'Paid with': 'وسيلة الدفع',
  'Waiting since': 'بالانتظار منذ',
}

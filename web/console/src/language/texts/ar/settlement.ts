// Arabic texts of settlement.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Gateway: 'البوابة',
  'Out of balance': 'غير متوازن',
  'This batch is not closed: the totals of the gateway and of the acquirer differ ({why}). The operator compares both sides; closing it again compares them again.':
    'دفعة التسوية هذه غير مغلقة: تختلف إجماليات البوابة عن إجماليات البنك المحصّل ({why}). يقارن المشغّل الطرفين؛ وإعادة الإغلاق تقارنهما من جديد.',
  '{side}: {captured} captured ({capturedCount}), {refunded} refunded ({refundedCount})':
    '{side}: المُحصَّل {captured} ({capturedCount})، المُسترَد {refunded} ({refundedCount})',
  '{count} transactions': {
    zero: 'لا معاملات',
    one: 'معاملة واحدة',
    two: 'معاملتان',
    few: '{count} معاملات',
    many: '{count} معاملة',
    other: '{count} معاملة',
  },
  'Batch {batch}': 'دفعة التسوية {batch}',
  Settlement: 'التسوية',
  Scheme: 'شبكة البطاقات',
  'Totals in {currency} by scheme': 'الإجماليات بعملة {currency} حسب شبكة البطاقات',
  'Total in {currency}': 'الإجمالي بعملة {currency}',
  Order: 'الطلب',
  Transaction: 'المعاملة',
  Type: 'النوع',
  Amount: 'المبلغ',
  'Paid with': 'وسيلة الدفع',
  Time: 'الوقت',
  Transactions: 'المعاملات',
  'Without voided transactions. Fees count in the batch of their payment.':
    'دون المعاملات الملغاة. تُحتسب الرسوم ضمن دفعة التسوية الخاصة بعملية دفعها.',
  Currency: 'العملة',
  'Transactions of the batch': 'معاملات دفعة التسوية',
  'No transactions': 'لا معاملات',
  'This batch is empty.': 'دفعة التسوية هذه فارغة.',
  'Batches {batches} were closed.': {
    zero: 'أُغلقت دفعات التسوية {batches}.',
    one: 'أُغلقت دفعة التسوية {batches}.',
    two: 'أُغلقت دفعتا التسوية {batches}.',
    few: 'أُغلقت دفعات التسوية {batches}.',
    many: 'أُغلقت دفعات التسوية {batches}.',
    other: 'أُغلقت دفعات التسوية {batches}.',
  },
  'Close batch {batch} at {acquirer}?': 'هل تريد إغلاق دفعة التسوية {batch} لدى {acquirer}؟',
  'Close batch {batch}': 'إغلاق دفعة التسوية {batch}',
  'The acquirer settles its transactions, which can then be refunded but no longer voided. The next capture opens a new batch.':
    'يسوّي البنك المحصّل معاملات دفعة التسوية، ويمكن بعد ذلك رد مبالغها ولكن لا يمكن إلغاؤها. يفتح التحصيل التالي دفعة تسوية جديدة.',
  Payments: 'المدفوعات',
  Refunds: 'عمليات الاسترداد',
  Fees: 'الرسوم',
  Net: 'الصافي',
  '{count} payments': {
    zero: 'لا مدفوعات',
    one: 'عملية دفع واحدة',
    two: 'عمليتا دفع',
    few: '{count} عمليات دفع',
    many: '{count} عملية دفع',
    other: '{count} عملية دفع',
  },
  '{count} refunds': {
    zero: 'لا عمليات استرداد',
    one: 'عملية استرداد واحدة',
    two: 'عمليتا استرداد',
    few: '{count} عمليات استرداد',
    many: '{count} عملية استرداد',
    other: '{count} عملية استرداد',
  },
  '{count} fees': {
    zero: 'لا رسوم',
    one: 'رسم واحد',
    two: 'رسمان',
    few: '{count} رسوم',
    many: '{count} رسمًا',
    other: '{count} رسم',
  },
  'Payments, refunds and fees by currency, in the batches that your acquirer settles.':
    'المدفوعات وعمليات الاسترداد والرسوم حسب العملة، في دفعات التسوية التي يسوّيها البنك المحصّل.',
  'Close open batch': 'إغلاق دفعة التسوية المفتوحة',
  'Any, such as EUR': 'أي عملة، مثل EUR',
  'No matching batches': 'لا دفعات تسوية مطابقة',
  'Try removing some filters.': 'حاول إزالة بعض عوامل التصفية.',
  'No batches yet': 'لا دفعات تسوية بعد',
  'A batch appears here when the first payment is captured.': 'تظهر دفعة تسوية هنا عند تحصيل أول عملية دفع.',
  Batch: 'دفعة التسوية',
  Acquirer: 'البنك المحصّل',
  Status: 'الحالة',
  Closed: 'مغلق',
  'Batches in {currency}': 'دفعات التسوية بعملة {currency}',
  'Without transactions': 'دون معاملات',
  'Batches without transactions': 'دفعات تسوية دون معاملات',
  'The totals of the gateway and of the acquirer differ in {batches}.':
    'تختلف إجماليات البوابة عن إجماليات البنك المحصّل في: {batches}.',
  'Batch {batch} at {acquirer}': 'دفعة التسوية {batch} لدى {acquirer}',
  'Settle them and close the batch': 'تسويتها وإغلاق دفعة التسوية',
  '{count} payments in review are in this batch and will be settled: {orders}. The payers are charged; rejecting one later is a refund. Decide them first, or go on.':
    {
      zero: '{count} دفعات قيد المراجعة ضمن دفعة التسوية هذه وستُسوّى: {orders}. يُحصَّل المبلغ من الدافعين؛ ورفضها لاحقًا يعني ردّها. احسمها أولًا أو تابع.',
      one: '{count} دفعات قيد المراجعة ضمن دفعة التسوية هذه وستُسوّى: {orders}. يُحصَّل المبلغ من الدافعين؛ ورفضها لاحقًا يعني ردّها. احسمها أولًا أو تابع.',
      two: '{count} دفعات قيد المراجعة ضمن دفعة التسوية هذه وستُسوّى: {orders}. يُحصَّل المبلغ من الدافعين؛ ورفضها لاحقًا يعني ردّها. احسمها أولًا أو تابع.',
      few: '{count} دفعات قيد المراجعة ضمن دفعة التسوية هذه وستُسوّى: {orders}. يُحصَّل المبلغ من الدافعين؛ ورفضها لاحقًا يعني ردّها. احسمها أولًا أو تابع.',
      many: '{count} دفعات قيد المراجعة ضمن دفعة التسوية هذه وستُسوّى: {orders}. يُحصَّل المبلغ من الدافعين؛ ورفضها لاحقًا يعني ردّها. احسمها أولًا أو تابع.',
      other:
        '{count} دفعات قيد المراجعة ضمن دفعة التسوية هذه وستُسوّى: {orders}. يُحصَّل المبلغ من الدافعين؛ ورفضها لاحقًا يعني ردّها. احسمها أولًا أو تابع.',
    },
  '{acquirer} has not responded: it is not known whether its batch was closed. Look at its status before you close it again.':
    'لم يستجب {acquirer}: لا يُعرف هل أُغلقت دفعته. انظر إلى حالتها قبل إغلاقها مرة أخرى.',
  'The batch at {acquirer} was not closed: it has transactions without outcome. Close it again in a few minutes.':
    'لم تُغلق الدفعة لدى {acquirer}: فيها معاملات بلا نتيجة. أغلقها مرة أخرى بعد بضع دقائق.',
  'Batch {batch} was not closed: {acquirer} counts other totals. The operator has to compare both sides.':
    'لم تُغلق الدفعة {batch}: يحسب {acquirer} مجاميع أخرى. على المشغّل مقارنة الجانبين.',
}

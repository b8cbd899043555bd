// Arabic texts of disputes.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Explanation: 'التوضيح',
  'Accept loss': 'قبول الخسارة',
  'Accept the loss': 'قبول الخسارة',
  'The payer keeps {money}, and the dispute is lost. This amount can no longer be refunded. This cannot be undone.':
    'يحتفظ الدافع بمبلغ {money} ويُعد النزاع خاسرًا. لا يمكن رد هذا المبلغ بعد ذلك. لا يمكن التراجع عن ذلك.',
  'Note (optional)': 'ملاحظة (اختيارية)',
  'The loss was recorded.': 'تم تسجيل الخسارة.',
  'Add note': 'إضافة ملاحظة',
  'Add a note': 'إضافة ملاحظة',
  'A note on the dispute about {money}, for your colleagues.': 'ملاحظة على النزاع بشأن {money} لزملائك.',
  Note: 'ملاحظة',
  'The note was added.': 'تمت إضافة الملاحظة.',
  'Do not enter card numbers.': 'لا تُدخل أرقام بطاقات.',
  'Enter a text.': 'أدخل نصًا.',
  Overdue: 'متأخر',
  Disputes: 'النزاعات',
  'The next deadline first. After it, the bank decides without you.':
    'الموعد النهائي الأقرب أولًا. بعده يقرر البنك من دونك.',
  'The latest change first.': 'أحدث تغيير أولًا.',
  'Which disputes': 'أي النزاعات',
  'Open||disputes': 'مفتوحة',
  'All||disputes': 'الكل',
  State: 'الحالة',
  Order: 'الطلب',
  Case: 'القضية',
  'Respond by': 'الرد حتى',
  Amount: 'المبلغ',
  'Last changed': 'آخر تغيير',
  'No open disputes': 'لا توجد نزاعات مفتوحة',
  'Disputes appear here when a payer’s bank asks about a payment or claims money back.':
    'تظهر النزاعات هنا عندما يستفسر بنك الدافع عن دفعة أو يطالب باسترجاع المال.',
  'No matching disputes': 'لا توجد نزاعات مطابقة',
  'Try removing some filters.': 'حاول إزالة بعض عوامل التصفية.',
  'The dispute was recorded.': 'تم تسجيل النزاع.',
  'Record a change': 'تسجيل تغيير',
  'Record a dispute': 'تسجيل نزاع',
  Record: 'تسجيل',
  'What the bank says. No money moves and no totals change.': 'ما يقوله البنك. لا يُنقل أي مال ولا تتغير الإجماليات.',
  'Case number': 'رقم القضية',
  'The same number for every change of a case.': 'الرقم نفسه لكل تغيير في القضية.',
  'Amount in {currency}': 'المبلغ بعملة {currency}',
  'Mark as contested': 'وضع علامة معترَض عليه',
  'Records that you contest the claim of {money}. The gateway sends nothing to the bank: send your evidence to the acquirer yourself, then record here that you have.':
    'يسجل أنك تعترض على المطالبة بمبلغ {money}. لا ترسل البوابة شيئًا إلى البنك: أرسل أدلتك بنفسك إلى البنك المحصّل، ثم سجّل ذلك هنا.',
  'Marked as contested. Send your evidence to the acquirer yourself; nothing was sent to the bank.':
    'وُضعت علامة معترَض عليه. أرسل أدلتك بنفسك إلى البنك المحصّل؛ لم يُرسل شيء إلى البنك.',
  'Marked as contested. Send your evidence to the acquirer yourself by {day}; nothing was sent to the bank.':
    'وُضعت علامة معترَض عليه. أرسل أدلتك بنفسك إلى البنك المحصّل حتى {day}؛ لم يُرسل شيء إلى البنك.',
  'Evidence was sent': 'أُرسلت الأدلة',
  'Record that the evidence was sent': 'تسجيل إرسال الأدلة',
  'Record this once you have sent your evidence about {money} to the acquirer. The deadline is then no longer open.':
    'سجّل هذا بعد إرسال أدلتك بشأن {money} إلى البنك المحصّل. عندئذ لا تبقى المهلة مفتوحة.',
  'How it was sent, and to whom': 'كيف أُرسلت وإلى من',
  'Recorded: the evidence was sent. The bank decides now.': 'سُجّل: أُرسلت الأدلة. القرار الآن للبنك.',
  'The last day was {day}. The bank may have decided already: ask the acquirer whether evidence is still accepted.':
    'كان اليوم الأخير {day}. ربما اتخذ البنك قراره: اسأل البنك المحصّل هل ما زالت الأدلة مقبولة.',
  '{state}, evidence not sent': '{state}، لم تُرسل الأدلة',
  '{state}, evidence sent': '{state}، أُرسلت الأدلة',
  '{state}, evidence sent late': '{state}، أُرسلت الأدلة متأخرة',
}

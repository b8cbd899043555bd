// Arabic texts of what statuses say.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'It was to be reversed, and the acquirer has not done so: money may have moved. The order says what to do.':
    'كان يجب عكسها ولم يفعل البنك المحصّل ذلك: ربما انتقلت أموال. يذكر الطلب ما يجب فعله.',
  'It is to be reversed, and the acquirer has not confirmed that yet: money may have moved. The gateway keeps trying; do not repeat it.':
    'يجري عكسها ولم يؤكد البنك المحصّل ذلك بعد: ربما انتقلت أموال. تواصل البوابة المحاولة؛ لا تكررها.',
  'The acquirer approved it, and a risk rule holds it. Accept or reject it.':
    'وافق عليها البنك المحصّل وتحتجزها قاعدة مخاطر. اقبلها أو ارفضها.',
  'The payer was authenticated. Nothing has been paid yet.': 'تمت مصادقة الدافع. لم يُدفع شيء بعد.',
  'The payer is being authenticated. Nothing has been paid yet.': 'تجري مصادقة الدافع. لم يُدفع شيء بعد.',
  'The payer need not be authenticated. Nothing has been paid yet.': 'لا حاجة إلى مصادقة الدافع. لم يُدفع شيء بعد.',
  'The payer was not authenticated, and nothing was paid. The payer can try again or use another card.':
    'لم تتم مصادقة الدافع ولم يُدفع شيء. يمكنه المحاولة مجددًا أو استخدام بطاقة أخرى.',
  'The amount is reserved; the payer is not charged yet. Capture it, or void it to release it.':
    'المبلغ محجوز ولم يُخصم من الدافع بعد. حصّله أو ألغه لتحريره.',
  'It was voided: the payer is not charged. Nothing is left to do.': 'أُلغيت: لا يُخصم شيء من الدافع. لم يبق شيء لفعله.',
  'The payer is charged. Nothing is left to do; the acquirer settles it with its batch.':
    'خُصم المبلغ من الدافع. لم يبق شيء لفعله؛ يسوّيه البنك المحصّل مع دفعته.',
  'A dispute was lost: the money went back to the payer. It cannot be refunded any more.':
    'خُسر نزاع: عاد المال إلى الدافع. لم يعد بالإمكان استرداده.',
  'The payer’s bank claims money back or asks about the payment. Answer by the last day that the order names.':
    'يطالب بنك الدافع باسترداد مال أو يسأل عن الدفع. أجب قبل آخر يوم يذكره الطلب.',
  'More was refunded than was captured. Check whether that was intended.':
    'استُرد أكثر مما حُصّل. تحقق مما إذا كان ذلك مقصودًا.',
  'It failed, and nothing was charged. The payer can try again or pay by other means.':
    'فشلت ولم يُخصم شيء. يمكن للدافع المحاولة مجددًا أو الدفع بطريقة أخرى.',
  'Only a fee was recorded. Nothing was paid.': 'سُجّل رسم فقط. لم يُدفع شيء.',
  'The payer is at the provider, and the result is not known yet. Nothing is left to do until then.':
    'الدافع لدى المزوّد والنتيجة غير معروفة بعد. لا شيء لفعله حتى ذلك الحين.',
  'Part of the reserved amount is charged. The rest can still be captured.':
    'خُصم جزء من المبلغ المحجوز. لا يزال بالإمكان تحصيل الباقي.',
  'Part of the charged amount was given back. The rest can still be refunded.':
    'أُعيد جزء من المبلغ المخصوم. لا يزال بالإمكان استرداد الباقي.',
  'The charged amount was given back to the payer. Nothing is left to do.':
    'أُعيد المبلغ المخصوم إلى الدافع. لم يبق شيء لفعله.',
  'A refund was requested, and no money has moved for it. Another user must approve or decline it.':
    'طُلب استرداد ولم تنتقل أموال من أجله. يجب أن يوافق عليه مستخدم آخر أو يرفضه.',
  'The card was verified. Nothing was paid.': 'تم التحقق من البطاقة. لم يُدفع شيء.',
  'The bank asks about the payment and has not claimed money back. Send what it asks for to the acquirer by the last day.':
    'يسأل البنك عن الدفع ولم يطالب باسترداد مال. أرسل ما يطلبه إلى البنك المحصّل قبل آخر يوم.',
  'The bank claims the money back. Mark it as contested and send evidence to the acquirer by the last day, or accept the loss.':
    'يطالب البنك باسترداد المال. سجّل الاعتراض وأرسل الأدلة إلى البنك المحصّل قبل آخر يوم، أو اقبل الخسارة.',
  'It is marked as contested; nothing was sent to the bank. Send the evidence to the acquirer by the last day, then record that here.':
    'سُجّل الاعتراض ولم يُرسل شيء إلى البنك. أرسل الأدلة إلى البنك المحصّل قبل آخر يوم ثم سجّل ذلك هنا.',
  'A user has sent the evidence to the acquirer. Nothing is left to do until the bank decides.':
    'أرسل مستخدم الأدلة إلى البنك المحصّل. لا شيء لفعله حتى يقرر البنك.',
  'The evidence was sent after the last day: the bank may have decided without it. Ask the acquirer whether it was accepted.':
    'أُرسلت الأدلة بعد آخر يوم: ربما قرر البنك من دونها. اسأل البنك المحصّل هل قُبلت.',
  'The last day is over, and no evidence was sent. Ask the acquirer whether it is still accepted.':
    'انقضى آخر يوم ولم تُرسل أدلة. اسأل البنك المحصّل هل لا تزال مقبولة.',
  'The bank has decided for you: you keep the money. Nothing is left to do.':
    'قرر البنك لصالحك: تحتفظ بالمال. لم يبق شيء لفعله.',
  'The money went back to the payer. It cannot be refunded any more.':
    'عاد المال إلى الدافع. لم يعد بالإمكان استرداده.',
  'A user accepted the payment, which continues as normal. Nothing is left to do.':
    'قبل مستخدم الدفع وهو يستمر كالمعتاد. لم يبق شيء لفعله.',
  'A user rejected the payment: the gateway voids or refunds it. Nothing is left to do unless the order says so.':
    'رفض مستخدم الدفع: تلغيه البوابة أو تسترد مبلغه. لم يبق شيء لفعله ما لم يذكر الطلب خلاف ذلك.',
  'No money has moved. Another user must approve or decline the refund.':
    'لم تنتقل أموال. يجب أن يوافق مستخدم آخر على الاسترداد أو يرفضه.',
  'Another user approved it, and the refund was made as a transaction of its own. Nothing is left to do.':
    'وافق عليه مستخدم آخر وتم الاسترداد كمعاملة مستقلة. لم يبق شيء لفعله.',
  'It was declined or withdrawn, and no money has moved. It can be requested again.':
    'رُفض أو سُحب ولم تنتقل أموال. يمكن طلبه مجددًا.',
  'It may have been executed: the acquirer has not confirmed the reversal yet. The gateway keeps sending it; do not repeat it.':
    'ربما نُفذت: لم يؤكد البنك المحصّل العكس بعد. تواصل البوابة إرساله؛ لا تكرر المعاملة.',
  'It may have been executed: the acquirer has refused to reverse it. The order says what to do.':
    'ربما نُفذت: رفض البنك المحصّل عكسها. يذكر الطلب ما يجب فعله.',
  'It may have been executed: the acquirer cannot reverse it. The order says what to do.':
    'ربما نُفذت: لا يستطيع البنك المحصّل عكسها. يذكر الطلب ما يجب فعله.',
  'The acquirer has reversed it: nothing is charged or reserved. Nothing is left to do.':
    'عكسها البنك المحصّل: لا شيء مخصوم أو محجوز. لم يبق شيء لفعله.',
  'It is not settled yet: captures and refunds are added to it until it is closed.':
    'لم تُسوَّ بعد: تُضاف إليها التحصيلات وعمليات الاسترداد حتى تُغلق.',
  'The acquirer was asked to close it and has not confirmed that yet. Nothing is left to do; the gateway asks again.':
    'طُلب من البنك المحصّل إغلاقها ولم يؤكد ذلك بعد. لا شيء لفعله؛ تسأل البوابة مجددًا.',
  'It is not closed: the totals of the gateway and of the acquirer differ. The operator has to compare both sides.':
    'لم تُغلق: تختلف مجاميع البوابة عن مجاميع البنك المحصّل. على المشغّل مقارنة الجانبين.',
  'The acquirer settles it: its transactions can be refunded but no longer voided. Nothing is left to do.':
    'يسوّيها البنك المحصّل: يمكن استرداد معاملاتها ولم يعد بالإمكان إلغاؤها. لم يبق شيء لفعله.',
  'No payments are sent over it. Enable it when it is to be used.': 'لا تُرسل عبرها مدفوعات. فعّلها عندما يجب استخدامها.',
  'It is not connected: no payments are sent over it. The link’s page says why; the gateway keeps connecting.':
    'غير متصلة: لا تُرسل عبرها مدفوعات. تذكر صفحة الرابط السبب؛ وتواصل البوابة محاولة الاتصال.',
  'It is connected and signs on at the acquirer. Payments are sent over it as soon as that is done.':
    'متصلة وتسجّل الدخول لدى البنك المحصّل. تُرسل عبرها المدفوعات بعد ذلك.',
  'It is connected: payments can be sent over it. Nothing is left to do.':
    'متصلة: يمكن إرسال المدفوعات عبرها. لا شيء لفعله.',
  'Your server has not accepted it yet. The gateway keeps sending it for three days.':
    'لم يقبلها خادمك بعد. تواصل البوابة إرسالها لمدة ثلاثة أيام.',
  'Your server has accepted it. Nothing is left to do.': 'قبلها خادمك. لم يبق شيء لفعله.',
  'Your server has not accepted it, and the gateway no longer sends it. Repair the server, then send it again.':
    'لم يقبلها خادمك ولم تعد البوابة ترسلها. أصلح الخادم ثم أرسلها مجددًا.',
  'Results of transactions are sent to this URL. Nothing is left to do.':
    'تُرسل نتائج المعاملات إلى عنوان URL هذا. لا شيء لفعله.',
  'Nothing is sent to this URL. Enable it to receive the results of transactions.':
    'لا يُرسل شيء إلى عنوان URL هذا. فعّله لتلقي نتائج المعاملات.',
  'It can be paid. Send it to the payer.': 'يمكن الدفع به. أرسله إلى الدافع.',
  'It was paid as often as it may be. Nothing is left to do.': 'دُفع به بعدد المرات المسموح. لم يبق شيء لفعله.',
  'Its time is over: it can no longer be paid. Create another one if a payment is still expected.':
    'انتهت مدته: لم يعد بالإمكان الدفع به. أنشئ رابطًا آخر إذا كان الدفع لا يزال متوقعًا.',
  'A user has disabled it: it can no longer be paid. Create another one if a payment is still expected.':
    'عطّله مستخدم: لم يعد بالإمكان الدفع به. أنشئ رابطًا آخر إذا كان الدفع لا يزال متوقعًا.',
}

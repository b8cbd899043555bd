// Arabic texts of the account page.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Organization: 'المؤسسة',
  Permissions: 'الصلاحيات',
  Created: 'تاريخ الإنشاء',
  'Changing your password signs you out of all other sessions.':
    'عند تغيير كلمة المرور يُسجَّل خروجك من كل الجلسات الأخرى.',
  'Your password was changed.': 'تم تغيير كلمة المرور.',
  'Active sessions': 'الجلسات النشطة',
  'Signed in': 'تسجيل الدخول',
  'This session': 'هذه الجلسة',
  'Last active': 'آخر نشاط',
  'Second factor verified': 'التحقق من العامل الثاني',
  Expires: 'تنتهي في',
  'No active sessions': 'لا توجد جلسات نشطة',
  'Sign out everywhere': 'تسجيل الخروج من كل مكان',
  'Sign out everywhere?': 'تسجيل الخروج من كل مكان؟',
  'This ends all your sessions, including this one.': 'ينهي ذلك كل جلساتك، بما فيها هذه.',
  'Set up||done': 'تم الإعداد',
  'You are asked for a code from your authenticator app when you sign in and before sensitive actions. Without your device, use a recovery code. If you have lost both, ask a user administrator to reset your second factor.':
    'يُطلب منك رمز من تطبيق المصادقة عند تسجيل الدخول وقبل الإجراءات الحساسة. إذا لم يكن جهازك معك فاستخدم رمز استرداد. وإذا فقدت كليهما فاطلب من مسؤول المستخدمين إعادة تعيين عاملك الثاني.',
  'Recovery codes left: {number}': 'رموز الاسترداد المتبقية: {number}',
  'New recovery codes': 'رموز استرداد جديدة',
  'Make new codes': 'إنشاء رموز جديدة',
  'All recovery codes that you have now become invalid.': 'ستصبح جميع رموز الاسترداد التي لديك الآن غير صالحة.',
  'Protect your account with an authenticator app on your phone, so that a stolen password is not enough to sign in. Required in production.':
    'احمِ حسابك بتطبيق مصادقة على هاتفك حتى لا تكفي كلمة مرور مسروقة لتسجيل الدخول. مطلوب في بيئة الإنتاج.',
  'E-mail for alerts': 'البريد الإلكتروني للتنبيهات',
  'Alerts, a daily summary, and what needs attention are sent to this address once you have confirmed it: money at risk, parked notifications and overdue disputes.':
    'تُرسل التنبيهات وملخص يومي وما يحتاج إلى انتباه إلى هذا العنوان بعد أن تؤكده: أموال معرّضة للخطر وإشعارات لم تعد تُرسل ونزاعات متأخرة.',
  'Money at risk, parked notifications and overdue disputes are reported to this address once you have confirmed it.':
    'يُبلَّغ هذا العنوان بعد أن تؤكده بالأموال المعرّضة للخطر والإشعارات التي لم تعد تُرسل والنزاعات المتأخرة.',
  Confirmed: 'مؤكَّد',
  'Leave empty to receive no e-mails.': 'اتركه فارغًا كي لا تتلقى رسائل.',
  'Your e-mail address was saved.': 'تم حفظ عنوان بريدك الإلكتروني.',
  'Your e-mail address is confirmed.': 'تم تأكيد عنوان بريدك الإلكتروني.',
  'A code was sent to your address. It is valid for {minutes} minutes.':
    'أُرسل رمز إلى عنوانك. وهو صالح لمدة {minutes} دقيقة.',
  'Code from the e-mail': 'الرمز من الرسالة',
  Confirm: 'تأكيد',
  'Send another code': 'إرسال رمز آخر',
  'Send code': 'إرسال الرمز',
}

// Arabic texts of e-mails to users.
import type { UserMailTexts } from './user-mail-texts.ts'

export const ar: UserMailTexts = {
  actions: {
    APPROVAL_DECLINED: 'رُفض الطلب',
    APPROVAL_GIVEN: 'تمت الموافقة على الطلب',
    APPROVAL_REQUESTED: 'طُلبت الموافقة',
    CONTROLS_WEAKENED: 'أُضعفت الضوابط',
    GATEWAY_SETTINGS_CHANGED: 'غُيّرت إعدادات البوابة',
    LINK_CHANGED: 'غُيّر الربط بالبنك المحصّل',
    LINK_CREATED: 'أُنشئ الربط بالبنك المحصّل',
    LINK_DISABLED: 'عُطّل الربط بالبنك المحصّل',
    LINK_ENABLED: 'فُعّل الربط بالبنك المحصّل',
    ROUTES_CHANGED: 'غُيّرت المسارات',
  },
  code: {
    subject: 'أكّد عنوان بريدك الإلكتروني',
    text: 'أدخل هذا الرمز في صفحة حسابك في لوحة التحكم وأنت مسجّل الدخول باسم {login}. الرمز صالح لمدة {minutes} دقيقة.',
    unexpected: 'إذا لم تطلب هذا الرمز فتجاهل هذه الرسالة.',
  },
  addressChanged: {
    subject: 'لن تصل التنبيهات إلى هذا العنوان بعد الآن',
    text: 'لن تصل تنبيهات {login} إلى هذا العنوان بعد الآن. غيّر {actor} العنوان أو المستخدم في {time}.',
    unexpected: 'إذا لم تكن تتوقع ذلك فأبلغ مسؤول المستخدمين فورًا.',
  },
  alert: {
    subject: 'تنبيه: {action}',
    time: 'الوقت',
    user: 'المستخدم',
    merchant: 'التاجر',
    link: 'رابط البنك المحصّل',
    weakened: 'الضوابط توفّر حماية أقل من السابق.',
    changes: 'التغييرات',
    more: 'و{count} أخرى',
    none: 'لا شيء',
  },
  summary: {
    subject: 'الملخص اليومي: {count} تغييرات في الضوابط والروابط وصلاحيات الوصول',
    text: 'من {from} إلى {until}:',
  },
  open: 'افتح في لوحة التحكم:',
}

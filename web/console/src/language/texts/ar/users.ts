// Arabic texts of the pages of users.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Reset password': 'إعادة تعيين كلمة المرور',
  'The current password stops working and all sessions end. You get an initial password to pass on, which must be changed at the next sign-in.':
    'تتوقف كلمة المرور الحالية عن العمل وتنتهي جميع الجلسات. تحصل على كلمة مرور أولية لتسليمها، ويجب تغييرها عند تسجيل الدخول التالي.',
  'The password was reset.': 'تمت إعادة تعيين كلمة المرور.',
  'Reset second factor': 'إعادة تعيين العامل الثاني',
  'Use this if the user has lost their device. All sessions end, and the next sign-in requires only the password.':
    'استخدم هذا إذا فقد المستخدم جهازه. تنتهي جميع الجلسات، ولا يتطلب تسجيل الدخول التالي سوى كلمة المرور.',
  'The second factor was reset.': 'تمت إعادة تعيين العامل الثاني.',
  Unlock: 'إلغاء القفل',
  'After too many failed attempts, sign-in is blocked for a while. This lets the user try again immediately, from any device.':
    'بعد محاولات فاشلة كثيرة، يُحظر تسجيل الدخول لفترة. يتيح هذا للمستخدم المحاولة مجدداً فوراً ومن أي جهاز.',
  'The user was unlocked.': 'تم إلغاء قفل المستخدم.',
  'Sign out everywhere': 'تسجيل الخروج من كل مكان',
  'All sessions of the user end.': 'تنتهي جميع جلسات المستخدم.',
  'The user was signed out.': 'تم تسجيل خروج المستخدم.',
  Disable: 'تعطيل',
  'All sessions end, and the user cannot sign in until enabled again.':
    'تنتهي جميع الجلسات، ولا يمكن للمستخدم تسجيل الدخول حتى تفعيله مجدداً.',
  'The user was disabled.': 'تم تعطيل المستخدم.',
  Enable: 'تفعيل',
  'The user can sign in again.': 'يمكن للمستخدم تسجيل الدخول مجدداً.',
  'The user was enabled.': 'تم تفعيل المستخدم.',
  Remove: 'إزالة',
  'The user is permanently removed. Their actions stay in the audit log.':
    'تتم إزالة المستخدم نهائياً. تبقى إجراءاته في سجل التدقيق.',
  'The user was removed.': 'تمت إزالة المستخدم.',
  'Actions for {name}': 'إجراءات {name}',
  'Edit name and permissions': 'تعديل الاسم والصلاحيات',
  '{action}: {name}': '{action}: {name}',
  '{name} was updated.': 'تم تحديث {name}.',
  'Edit {name}': 'تعديل {name}',
  'Add user': 'إضافة مستخدم',
  Save: 'حفظ',
  Add: 'إضافة',
  Login: 'اسم الدخول',
  'Lowercase letters, digits and . - _ @': 'حروف لاتينية صغيرة وأرقام و . - _ @',
  Name: 'الاسم',
  Role: 'الدور',
  Custom: 'مخصّص',
  Permissions: 'الصلاحيات',
  Users: 'المستخدمون',
  'Operator users': 'مستخدمو المشغّل',
  'Users who can sign in to the console, and their permissions.':
    'المستخدمون الذين يمكنهم تسجيل الدخول إلى لوحة التحكم، وصلاحياتهم.',
  You: 'أنت',
  Status: 'الحالة',
  'Second factor': 'العامل الثاني',
  'Set up||done': 'تم الإعداد',
  None: 'لا يوجد',
  'Last signed in': 'آخر تسجيل دخول',
  'No users yet': 'لا يوجد مستخدمون بعد',
  'Users you add appear here. Each signs in with an initial password and must change it immediately.':
    'يظهر هنا المستخدمون الذين تضيفهم. يسجّل كل منهم الدخول بكلمة مرور أولية ويجب عليه تغييرها فوراً.',
  'Password of {name}': 'كلمة مرور {name}',
  'Initial password of {login}, to be changed at the next sign-in':
    'كلمة المرور الأولية للمستخدم {login}، ويجب تغييرها عند تسجيل الدخول التالي',
  'Initial password': 'كلمة مرور أولية',
  Active: 'نشط',
  'Permissions are waiting for another user’s approval.': 'توجد أذونات في انتظار موافقة مستخدم آخر.',
  'Alerts are sent there once the user has confirmed it.': 'تُرسل التنبيهات إليه بعد أن يؤكده المستخدم.',
  'E-mail': 'البريد الإلكتروني',
}

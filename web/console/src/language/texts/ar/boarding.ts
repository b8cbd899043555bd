// Arabic texts of creating a merchant.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Create merchant': 'إنشاء تاجر',
  'Every setting has a default, so only the ID is required. The API password is shown at the end.':
    'لكل إعداد قيمة افتراضية، والمعرّف وحده مطلوب. تُعرض كلمة مرور API في النهاية.',
  Back: 'رجوع',
  'Skip to summary': 'الانتقال إلى الملخّص',
  'Next: {step}': 'التالي: {step}',
  'A merchant with the test twin’s ID already exists and was not changed.':
    'يوجد بالفعل تاجر بمعرّف التوأم التجريبي ولم يتم تغييره.',
  'No test twin was created: this gateway has no simulator.': 'لم يُنشأ توأم تجريبي: ليس لهذه البوابة محاكٍ.',
  'No test twin was created: the ID is too long to be prefixed with TEST.':
    'لم يُنشأ توأم تجريبي: المعرّف أطول من أن تُضاف TEST قبله.',
  '{merchant} was created': 'تم إنشاء {merchant}',
  'Copy the passwords now. You will not be able to see them again.':
    'انسخ كلمات المرور الآن. لن تتمكن من رؤيتها مرة أخرى.',
  'The first user could not be added. Add one under Users.':
    'تعذّرت إضافة المستخدم الأول. أضف مستخدمًا من صفحة المستخدمين.',
  'Console user {login}': 'مستخدم لوحة التحكم {login}',
  'First password of {login}': 'كلمة المرور الأولى لـ {login}',
  'I have saved them': 'لقد حفظتها',
  'User ID of {merchant}': 'معرّف المستخدم لـ {merchant}',
  'Password of {merchant}': 'كلمة مرور {merchant}',
  'To be created': 'سيتم إنشاؤه',
  'Merchant ID': 'معرّف التاجر',
  'Settings copied from': 'الإعدادات منسوخة من',
  'Test twin': 'التوأم التجريبي',
  '{twin}, where there is a simulator': '{twin}، إن وُجد محاكٍ',
  None: 'لا يوجد',
  'Notification URL': 'عنوان URL للإشعارات',
  'None; notifications are off': 'لا يوجد؛ الإشعارات متوقفة',
  'First API credential': 'بيانات اعتماد API الأولى',
  'First user': 'المستخدم الأول',
  '{name} ({login}), {role}': '{name} ({login})، {role}',
  'All settings can be changed later in the profile, except the ID.':
    'يمكن تغيير جميع الإعدادات لاحقًا في الملف، باستثناء المعرّف.',
  'With the defaults.': 'بالقيم الافتراضية.',
  'With the settings of {merchant}.': 'بإعدادات {merchant}.',
  'With the defaults, of which {count} were changed.': {
    zero: 'بالقيم الافتراضية دون أي تغيير.',
    one: 'بالقيم الافتراضية، مع تغيير قيمة واحدة منها.',
    two: 'بالقيم الافتراضية، مع تغيير قيمتين منها.',
    few: 'بالقيم الافتراضية، مع تغيير {count} قيم منها.',
    many: 'بالقيم الافتراضية، مع تغيير {count} قيمة منها.',
    other: 'بالقيم الافتراضية، مع تغيير {count} قيمة منها.',
  },
  'With the settings of {merchant}, of which {count} were changed.': {
    zero: 'بإعدادات {merchant}، مع تغيير {count} إعداد منها.',
    one: 'بإعدادات {merchant}، مع تغيير {count} إعداد منها.',
    two: 'بإعدادات {merchant}، مع تغيير {count} إعداد منها.',
    few: 'بإعدادات {merchant}، مع تغيير {count} إعدادات منها.',
    many: 'بإعدادات {merchant}، مع تغيير {count} إعدادًا منها.',
    other: 'بإعدادات {merchant}، مع تغيير {count} إعداد منها.',
  },
  'Its own repository': 'مستودعه الخاص',
  'The merchant could not be read.': 'تعذّرت قراءة بيانات التاجر.',
  'Copy from': 'نسخ من',
  'Copies settings and risk rules. Names, IDs at acquirers and providers, websites, tokens, card lists, users and credentials are never copied.':
    'تُنسخ الإعدادات وقواعد المخاطر. ولا تُنسخ أبدًا الأسماء ولا المعرّفات لدى البنوك المحصّلة والمزوّدين ولا المواقع ولا الرموز المميّزة ولا قوائم البطاقات ولا المستخدمون ولا بيانات الاعتماد.',
  'Default: the gateway’s defaults': 'الافتراضي: القيم الافتراضية للبوابة',
  'Default: a repository of its own with random tokens, a new one each time a card is stored. Generation and management cannot be changed once tokens exist.':
    'الافتراضي: مستودع خاص برموز مميّزة عشوائية، رمز جديد عند كل تخزين لبطاقة. لا يمكن تغيير طريقة التوليد والإدارة بعد وجود رموز مميّزة.',
  'A repository of its own with the copied settings; tokens are not shared. Generation and management cannot be changed once tokens exist.':
    'مستودع خاص بالإعدادات المنسوخة؛ لا تُشارك الرموز المميّزة. لا يمكن تغيير طريقة التوليد والإدارة بعد وجود رموز مميّزة.',
  'The settings are copied from {source}. Change what is different for {merchant}.':
    'الإعدادات منسوخة من {source}. غيّر ما يختلف لدى {merchant}.',
  Identity: 'الهوية',
  'The ID is used in every API request. It cannot be changed later.':
    'يُستخدم المعرّف في كل طلب API. ولا يمكن تغييره لاحقًا.',
  'Letters, digits, hyphens and underscores. It is the only value without a default.':
    'حروف وأرقام وشرطات وشرطات سفلية. هذه هي القيمة الوحيدة التي ليس لها افتراضي.',
  'Create a test twin': 'إنشاء توأم تجريبي',
  '{twin} uses the simulator; no money moves. Default: on, where there is a simulator.':
    'يستخدم {twin} المحاكي؛ ولا تُنقل أي أموال. الافتراضي: مفعّل، إن وُجد محاكٍ.',
  'TEST followed by the ID uses the simulator; no money moves. Default: on, where there is a simulator.':
    'التاجر الذي يحمل المعرّف مسبوقًا بـ TEST يستخدم المحاكي؛ ولا تُنقل أي أموال. الافتراضي: مفعّل، إن وُجد محاكٍ.',
  Webhooks: 'Webhooks',
  'Secrets are created with the URL; the merchant’s users see them under Webhooks.':
    'تُنشأ المفاتيح السرية مع عنوان URL؛ ويراها مستخدمو التاجر في صفحة Webhooks.',
  'Must begin with https://. Default: empty, so notifications are off until the merchant enables them.':
    'يجب أن يبدأ بـ https://. الافتراضي: فارغ، فتبقى الإشعارات متوقفة حتى يفعّلها التاجر.',
  'Signs in to the console and adds the others. Default: none; users can be added later.':
    'يسجّل الدخول إلى لوحة التحكم ويضيف الآخرين. الافتراضي: لا يوجد؛ ويمكن إضافة المستخدمين لاحقًا.',
  'You do not have permission to add users. They can be added later.':
    'ليس لديك إذن بإضافة مستخدمين. يمكن إضافتهم لاحقًا.',
  Login: 'اسم الدخول',
  'Lowercase letters, digits and . - _ @': 'حروف لاتينية صغيرة وأرقام و . - _ @',
  'User’s name': 'اسم المستخدم الكامل',
  'Default: the login.': 'الافتراضي: اسم الدخول.',
  Role: 'الدور',
  'Default: administrator, who can add other users.': 'الافتراضي: مسؤول، يمكنه إضافة مستخدمين آخرين.',
  'Choose a role that you hold yourself.': 'اختر دورًا تملكه أنت.',
  'Default: full access.': 'الافتراضي: وصول كامل.',
  'It permits no more than your own permissions.': 'لا تسمح بأكثر من أذوناتك أنت.',
  'Its password is shown once, after the merchant is created.': 'تُعرض كلمة المرور مرة واحدة بعد إنشاء التاجر.',
  Scope: 'النطاق',
  Steps: 'الخطوات',
  Merchant: 'التاجر',
  Acquirer: 'البنك المحصّل',
  'Currencies and limits': 'العملات والحدود',
  'Page and webhooks': 'الصفحة وWebhooks',
  'Users and credentials': 'المستخدمون وبيانات الاعتماد',
  Summary: 'الملخّص',
  'The merchant is disabled until another user approves it on its profile page.':
    'التاجر معطّل إلى أن يوافق عليه مستخدم آخر في صفحة ملفه.',
}

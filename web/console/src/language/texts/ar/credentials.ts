// Arabic texts of the API access page.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  Operations: 'العمليات',
  Name: 'الاسم',
  Scope: 'النطاق',
  'Created by': 'أنشأه',
  Created: 'تاريخ الإنشاء',
  'Last used': 'آخر استخدام',
  Never: 'أبداً',
  'API credentials': 'بيانات اعتماد API',
  'Create one for each integration, limited to the operations it needs.':
    'أنشئ بيانات اعتماد لكل تكامل على حدة، مقتصرة على العمليات التي يحتاج إليها.',
  'Create a credential': 'إنشاء بيانات اعتماد',
  'Rotate credential {name}': 'تدوير بيانات الاعتماد {name}',
  Rotate: 'تدوير',
  'Revoke credential {name}': 'إبطال بيانات الاعتماد {name}',
  Revoke: 'إبطال',
  'No API credentials': 'لا توجد بيانات اعتماد API',
  'API clients can authenticate with a certificate only. Create a credential to allow password authentication.':
    'لا يمكن لعملاء API المصادقة إلا بشهادة. أنشئ بيانات اعتماد للسماح بالمصادقة بكلمة المرور.',
  'Revoke credential {name}?': 'هل تريد إبطال بيانات الاعتماد {name}؟',
  'The credential was revoked.': 'تم إبطال بيانات الاعتماد.',
  'API clients that still use it are rejected immediately. This cannot be undone.':
    'يُرفض فوراً عملاء API الذين لا يزالون يستخدمون هذا الوصول. لا يمكن التراجع عن هذا الإجراء.',
  'Your new credential': 'بيانات الاعتماد الجديدة',
  Password: 'كلمة المرور',
  'User ID': 'معرّف المستخدم',
  'It is named {name}. Revoke the previous one when all programs use the new password.':
    'الاسم هو {name}. أبطل بيانات الاعتماد السابقة عندما تستخدم جميع البرامج كلمة المرور الجديدة.',
  'It can be used once another user has approved it.': 'يمكن استخدامها بعد موافقة مستخدم آخر عليها.',
  'Rotate credential {name}?': 'هل تريد تدوير بيانات الاعتماد {name}؟',
  'Create new password': 'إنشاء كلمة مرور جديدة',
  'A second credential with the same scope is created. Both work until you revoke the previous one, so no request is refused while your programs change over.':
    'تُنشأ بيانات اعتماد ثانية بالنطاق نفسه. تعمل كلتاهما إلى أن تُبطل السابقة، فلا يُرفض أي طلب أثناء انتقال برامجك.',
  Create: 'إنشاء',
  'The password is shown only once. The scope cannot be changed later.':
    'تُعرض كلمة المرور مرة واحدة فقط. لا يمكن تغيير النطاق لاحقاً.',
  Certificate: 'الشهادة',
  Status: 'الحالة',
  'Valid from': 'صالحة من',
  'Valid until': 'صالحة حتى',
  Fingerprint: 'البصمة',
  Certificates: 'الشهادات',
  'API clients that present one of these certificates do not need a password.':
    'لا يحتاج عملاء API الذين يقدّمون إحدى هذه الشهادات إلى كلمة مرور.',
  'Register a certificate': 'تسجيل شهادة',
  'Revoke certificate {name}': 'إبطال الشهادة {name}',
  'No certificates': 'لا توجد شهادات',
  'Register a certificate to let API clients authenticate without a password.':
    'سجّل شهادة للسماح لعملاء API بالمصادقة دون كلمة مرور.',
  'The certificate is waiting for another user’s approval.': 'الشهادة بانتظار موافقة مستخدم آخر.',
  'The certificate was registered.': 'تم تسجيل الشهادة.',
  Register: 'تسجيل',
  'The certificate only. Never upload its private key.': 'الشهادة فقط. لا ترفع مفتاحها الخاص أبداً.',
  'Revoke this certificate?': 'هل تريد إبطال هذه الشهادة؟',
  'The certificate was revoked.': 'تم إبطال الشهادة.',
  'API clients that present {certificate} are rejected immediately. A revoked certificate cannot be registered again.':
    'يُرفض فوراً عملاء API الذين يقدّمون {certificate}. لا يمكن تسجيل شهادة مُبطلة مرة أخرى.',
  'API access': 'الوصول إلى API',
  'Credentials for your API integrations.': 'بيانات الاعتماد لعمليات تكاملك مع API.',
  'Password {slot}': 'كلمة المرور {slot}',
  Age: 'العمر',
  'Reporting passwords': 'كلمات مرور التقارير',
  'For downloading reports only. Maximum two.': 'لتنزيل التقارير فقط. كلمتان كحد أقصى.',
  'Create a reporting password': 'إنشاء كلمة مرور للتقارير',
  'Revoke reporting password {slot}': 'إبطال كلمة مرور التقارير {slot}',
  'No reporting password': 'لا توجد كلمة مرور للتقارير',
  'API clients cannot download reports. Create a reporting password to allow it.':
    'لا يمكن لعملاء API تنزيل التقارير. أنشئ كلمة مرور للتقارير للسماح بذلك.',
  'Your new reporting password': 'كلمة مرور التقارير الجديدة',
  'Create a reporting password?': 'هل تريد إنشاء كلمة مرور للتقارير؟',
  'It is shown only once. An existing password stays valid until it is revoked.':
    'تُعرض مرة واحدة فقط. تظل كلمة المرور الحالية صالحة حتى إبطالها.',
  'Revoke reporting password {slot}?': 'هل تريد إبطال كلمة مرور التقارير {slot}؟',
  'The reporting password was revoked.': 'تم إبطال كلمة مرور التقارير.',
  'The purpose of the credential, for example “settlement job”.': 'الغرض من بيانات الاعتماد، مثل «مهمة التسوية».',
  'You do not have these permissions yourself: {permissions}.': 'لا تملك أنت هذه الصلاحيات: {permissions}.',
  'Includes unmasked account numbers if the merchant has the privilege.':
    'يشمل أرقام البطاقات غير المحجوبة إذا كان لدى التاجر هذا الامتياز.',
  'Choose only what the integration needs. You can only grant operations you have permission for.':
    'اختر ما يحتاج إليه التكامل فقط. لا يمكنك منح سوى العمليات التي تملك صلاحيتها.',
  'All operations': 'جميع العمليات',
  'Unmasked account numbers': 'أرقام البطاقات غير المحجوبة',
  'Full access': 'وصول كامل',
  'Payments without refunds': 'المدفوعات دون الاسترداد',
  'Read only': 'قراءة فقط',
  'Selected operations': 'عمليات محددة',
  'Every operation, including those of later versions.': 'كل العمليات، بما فيها عمليات الإصدارات اللاحقة.',
  'Every operation except refunds.': 'كل العمليات ما عدا الاسترداد.',
  'Retrieves orders, transactions, events and tokens. Changes nothing.':
    'يعرض الطلبات والمعاملات والأحداث والرموز المميّزة. لا يغيّر شيئاً.',
  'Only the operations you choose.': 'العمليات التي تختارها فقط.',
  '{operations} and {count} more': {
    zero: '{operations} و{count} أخرى',
    one: '{operations} و{count} أخرى',
    two: '{operations} و{count} أخريان',
    few: '{operations} و{count} أخرى',
    many: '{operations} و{count} أخرى',
    other: '{operations} و{count} أخرى',
  },
  'The only credential cannot be revoked: create another one first.':
    'لا يمكن إلغاء بيانات الاعتماد الوحيدة: أنشئ غيرها أولاً.',
}

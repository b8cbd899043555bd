// Arabic, written from right to left.
import type { Words } from './words.ts'

export const ar: Words = {
  sandbox: 'وضع الاختبار: لا يتم أي دفع حقيقي.',

  payTo: 'الدفع إلى {merchant}',
  verifyFor: 'التحقق من بطاقتك لدى {merchant}',
  keepFor: 'بيانات الدفع الخاصة بك لدى {merchant}',
  pay: 'ادفع {amount}',
  payPlain: 'ادفع الآن',
  verify: 'تحقق من البطاقة',
  keep: 'حفظ ومتابعة',
  sending: 'لحظة من فضلك…',
  noteAuthorize: 'يُحجز المبلغ الآن ويُخصم عندما ينفّذ {merchant} طلبك.',
  noteVerify: 'لن يُخصم أي مبلغ. يتحقق مصرفك من البيانات فقط.',
  noteKeep: 'لن يُخصم أي مبلغ الآن.',
  secure: 'اتصال مشفّر. لا يرى {merchant} بيانات الدفع الكاملة أبدًا.',
  cancel: 'إلغاء والعودة إلى {merchant}',
  timeLeft: 'الوقت المتبقي للدفع: {time}',
  timeLeftSpoken: 'الوقت المتبقي قبل إغلاق هذه الصفحة بالثواني: {seconds}',

  orderSummary: 'ملخص الطلب',
  order: 'الطلب',
  reference: 'المرجع',
  quantity: 'الكمية: {quantity}',
  tax: 'الضريبة',
  shipping: 'الشحن والمناولة',
  discount: 'الخصم',
  total: 'الإجمالي',
  deliverTo: 'التسليم إلى',

  paymentMethod: 'طريقة الدفع',
  sources: { CARD: 'بطاقة', GIFT_CARD: 'بطاقة هدية', ACH: 'حساب مصرفي' },
  anotherCard: 'بطاقة أخرى',
  savedDetails: 'محفوظة',
  cardDetails: 'بيانات البطاقة',
  contact: 'بيانات الاتصال',
  billingAddress: 'عنوان الفوترة',
  optional: 'اختياري',
  expiry: 'تاريخ الانتهاء',
  expiryPast: 'انتهت صلاحية هذه البطاقة. تحقق من التاريخ أو استخدم بطاقة أخرى.',
  monthExample: 'شهر',
  yearExample: 'سنة',
  codeOnBack: '3 أرقام على ظهر البطاقة',
  codeOnFront: '4 أرقام على وجه البطاقة',
  accountTypes: {
    CONSUMER_CHECKING: 'حساب جارٍ شخصي',
    CONSUMER_SAVINGS: 'حساب توفير شخصي',
    CORPORATE_CHECKING: 'حساب جارٍ للشركات',
  },
  achConsent: 'بالمتابعة تسمح لـ {merchant} بخصم قيمة هذا الطلب من هذا الحساب.',
  choose: 'يرجى الاختيار',
  fields: {
    source: {
      label: 'طريقة الدفع',
      missing: 'اختر طريقة الدفع.',
      invalid: 'اختر إحدى طرق الدفع المعروضة.',
    },
    cardNumber: {
      label: 'رقم البطاقة',
      missing: 'أدخل رقم بطاقتك.',
      invalid: 'رقم البطاقة غير مكتمل أو فيه خطأ في الكتابة.',
    },
    nameOnCard: {
      label: 'الاسم على البطاقة',
      missing: 'أدخل الاسم كما هو مكتوب على البطاقة.',
      invalid: 'أدخل الاسم كما هو مكتوب على البطاقة.',
    },
    expiryMonth: {
      label: 'شهر الانتهاء',
      missing: 'أدخل الشهر الذي تنتهي فيه صلاحية البطاقة.',
      invalid: 'أدخل الشهر برقمين من 01 إلى 12.',
    },
    expiryYear: {
      label: 'سنة الانتهاء',
      missing: 'أدخل السنة التي تنتهي فيها صلاحية البطاقة.',
      invalid: 'أدخل آخر رقمين من السنة.',
    },
    securityCode: {
      label: 'رمز الأمان',
      missing: 'أدخل رمز الأمان لبطاقتك.',
      invalid: 'رمز الأمان غير مكتمل.',
    },
    giftCardNumber: {
      label: 'رقم بطاقة الهدية',
      missing: 'أدخل رقم بطاقة الهدية.',
      invalid: 'رقم بطاقة الهدية غير مكتمل أو فيه خطأ في الكتابة.',
    },
    giftCardPin: {
      label: 'الرقم السري',
      missing: 'أدخل الرقم السري لبطاقة الهدية.',
      invalid: 'يتكوّن الرقم السري من 4 إلى 8 أرقام.',
    },
    achAccountType: {
      label: 'نوع الحساب',
      missing: 'اختر نوع حسابك.',
      invalid: 'اختر نوع حسابك.',
    },
    achAccountHolder: {
      label: 'صاحب الحساب',
      missing: 'أدخل اسم صاحب الحساب.',
      invalid: 'أدخل الاسم كما هو لدى مصرفك، بما لا يزيد على 28 حرفًا.',
    },
    achAccountNumber: {
      label: 'رقم الحساب',
      missing: 'أدخل رقم حسابك.',
      invalid: 'لا يزيد رقم الحساب على 17 حرفًا ورقمًا.',
    },
    achAccountNumberAgain: {
      label: 'رقم الحساب مرة أخرى',
      missing: 'أدخل رقم حسابك مرة ثانية.',
      invalid: 'رقما الحساب غير متطابقين.',
    },
    achRoutingNumber: {
      label: 'رقم توجيه المصرف',
      missing: 'أدخل رقم توجيه مصرفك.',
      invalid: 'يتكوّن رقم التوجيه من 9 أرقام.',
    },
    email: {
      label: 'البريد الإلكتروني',
      missing: 'أدخل بريدك الإلكتروني.',
      invalid: 'عنوان البريد الإلكتروني غير مكتمل.',
    },
    billingStreet: {
      label: 'الشارع ورقم المبنى',
      missing: 'أدخل الشارع ورقم المبنى.',
      invalid: 'أدخل ما لا يزيد على 100 حرف.',
    },
    billingStreet2: {
      label: 'الشقة، الطابق',
      missing: 'أدخل الشقة أو الطابق.',
      invalid: 'أدخل ما لا يزيد على 100 حرف.',
    },
    billingCity: {
      label: 'المدينة',
      missing: 'أدخل مدينتك.',
      invalid: 'أدخل ما لا يزيد على 100 حرف.',
    },
    billingStateProvince: {
      label: 'الولاية أو المحافظة',
      missing: 'أدخل ولايتك أو محافظتك.',
      invalid: 'أدخل ما لا يزيد على 20 حرفًا.',
    },
    billingPostcodeZip: {
      label: 'الرمز البريدي',
      missing: 'أدخل رمزك البريدي.',
      invalid: 'أدخل ما لا يزيد على 10 أحرف وأرقام.',
    },
    billingCountry: {
      label: 'البلد',
      missing: 'اختر بلدك.',
      invalid: 'اختر بلدًا من القائمة.',
    },
  },

  pleaseCheck: 'يرجى مراجعة هذه البيانات',
  errorTitle: 'خطأ: {title}',
  declinedTitle: 'لم تتم عملية الدفع',
  declined: {
    DECLINED: 'رفضها مصرفك. جرّب بطاقة أخرى أو اتصل بمصرفك.',
    CARD_EXPIRED: 'انتهت صلاحية البطاقة أو أن تاريخ انتهائها غير صحيح. تحقق من التاريخ أو جرّب بطاقة أخرى.',
    SECURITY_CODE: 'رمز الأمان غير صحيح. يرجى إدخاله مرة أخرى.',
    INSUFFICIENT_FUNDS: 'الرصيد في الحساب غير كافٍ. جرّب بطاقة أخرى.',
    TRY_LATER: 'تعذّر الوصول إلى مصرفك. يرجى المحاولة مرة أخرى بعد قليل.',
    NOT_SUPPORTED: 'لا يمكن استخدام هذا النوع من البطاقات هنا. جرّب بطاقة أخرى.',
    BLOCKED: 'لا يمكن قبول عملية الدفع هذه. جرّب بطاقة أخرى أو تواصل مع المتجر.',
  },
  attemptsLeft: 'المحاولات المتبقية: {count}',

  questions: 'هل لديك أسئلة عن طلبك؟',
  service: 'خدمة الدفع من Tollgate',

  wait: {
    title: 'جارٍ تنفيذ عملية الدفع',
    text: 'يستغرق ذلك بضع ثوانٍ. يرجى إبقاء هذه الصفحة مفتوحة وعدم الدفع مرة أخرى.',
  },
  checkAgain: 'تحقق مرة أخرى',

  receipt: {
    PAID: { title: 'تم الدفع', text: 'شكرًا لك. استلم {merchant} دفعتك.' },
    AUTHORIZED: { title: 'تم تأكيد الدفع', text: 'شكرًا لك. سيخصم {merchant} المبلغ عند تنفيذ طلبك.' },
    VERIFIED: { title: 'تم التحقق من البطاقة', text: 'شكرًا لك. لم يُخصم أي مبلغ.' },
    KEPT: { title: 'تم حفظ البيانات', text: 'شكرًا لك. لم يُخصم أي مبلغ.' },
    FAILED: {
      title: 'لم يكتمل الدفع',
      text: 'لم تنجح أي من المحاولات. يرجى التواصل مع {merchant} أو البدء من جديد في المتجر.',
    },
  },
  receiptAmount: 'المبلغ',
  receiptMerchant: 'التاجر',
  receiptTransaction: 'رقم العملية',
  receiptTime: 'التاريخ',
  receiptSource: 'طريقة الدفع',
  keepPage: 'يمكنك طباعة هذه الصفحة للاحتفاظ بها.',
  back: 'العودة إلى {merchant}',
  backPlain: 'العودة إلى المتجر',

  notice: {
    UNKNOWN: {
      title: 'لا توجد عملية دفع على هذا العنوان',
      text: 'الرابط غير مكتمل أو لم يعد صالحًا. يرجى العودة إلى المتجر والبدء من جديد.',
    },
    EXPIRED: {
      title: 'انتهى وقت الدفع',
      text: 'أُغلقت هذه الصفحة حفاظًا على أمانك. يرجى العودة إلى المتجر والبدء من جديد.',
    },
    CANCELLED: { title: 'أُلغي الدفع', text: 'يمكنك إغلاق هذه الصفحة أو العودة إلى المتجر.' },
    NOT_HERE: {
      title: 'لا يمكن عرض هذه الصفحة هنا',
      text: 'لا يُسمح لموقع المتجر بعرض صفحة الدفع داخل صفحته. يرجى فتحها في نافذة مستقلة.',
    },
    BROKEN: {
      title: 'حدث خطأ لدينا',
      text: 'يرجى المحاولة مرة أخرى بعد قليل. إذا كنت تدفع، فتحقق من المتجر قبل أن تدفع مرة أخرى.',
    },
  },

  handOver: { title: 'العودة إلى {merchant}', text: 'لحظة من فضلك…' },
  goOn: 'متابعة',
}

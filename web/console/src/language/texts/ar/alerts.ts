// Arabic texts of alerts.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'Weakened controls': 'الضوابط المُضعفة',
  'In daily summaries': 'ضمن الملخصات اليومية',
  'Changes to acquirer links, routes and controls, and requests and approvals, of all merchants.':
    'التغييرات في روابط البنوك المحصّلة والمسارات والضوابط، والطلبات والموافقات، لجميع التجار.',
  Show: 'عرض',
  'No matching alerts': 'لا توجد تنبيهات مطابقة',
  'No alerts yet': 'لا توجد تنبيهات بعد',
  'Changes to acquirer links, routes and controls appear here as they happen.':
    'تظهر هنا التغييرات في روابط البنوك المحصّلة والمسارات والضوابط فور حدوثها.',
  Alert: 'التنبيه',
  Weakened: 'مُضعف',
  About: 'بشأن',
  Changes: 'التغييرات',
  'Controls protect less than before.': 'الضوابط توفّر حماية أقل من السابق.',
  'Daily summary': 'الملخص اليومي',
  '{from} to {until}': 'من {from} إلى {until}',
  'Show these alerts': 'عرض هذه التنبيهات',
  'and {count} more changes': {
    zero: 'ولا تغييرات أخرى',
    one: 'وتغيير واحد آخر',
    two: 'وتغييران آخران',
    few: 'و{count} تغييرات أخرى',
    many: 'و{count} تغييرًا آخر',
    other: 'و{count} تغيير آخر',
  },
  From: 'من',
  To: 'إلى',
  'Details: {action}, {time}': 'التفاصيل: {action}، {time}',
  Details: 'التفاصيل',
  'Try removing some filters.': 'حاول إزالة بعض عوامل التصفية.',
  New: 'جديد',
  Time: 'الوقت',
  User: 'المستخدم',
  Gateway: 'البوابة',
  Subject: 'الموضوع',
}

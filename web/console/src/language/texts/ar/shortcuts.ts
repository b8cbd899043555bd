// Arabic texts of the page of shortcuts.
import type { Texts } from '../../current-language.ts'

export const texts: Texts = {
  'They work while no field or dialog is in use.': 'تعمل ما دام لا يُستخدم أي حقل أو مربع حوار.',
  'Shortcuts of a single key': 'اختصارات بمفتاح واحد',
  'Turn them off if speech input or other tools press keys for you. Ctrl-K works in any case.':
    'أوقفها إذا كان الإدخال الصوتي أو أدوات أخرى تضغط المفاتيح نيابة عنك. يعمل Ctrl-K في كل الأحوال.',
  Keys: 'المفاتيح',
  Action: 'الإجراء',
}

// Starts the console in the page, in the user's language.
import './components.css'
import './console.css'
import './parts/parts.css'
import './parts/lists.css'
import { startInLanguage, startLanguage } from './language/load-texts.ts'

await startInLanguage(startLanguage())
// Only now: files of the console make tables of texts when they are loaded. Nothing else is imported above, since it could
// come in one file with some of them.
await import('./render.tsx')

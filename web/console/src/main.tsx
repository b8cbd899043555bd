// Starts the console in the page. The styles that every page needs are here, in their order. Imported by the parts that they are
// for, they would come in one file with these, before those of the library.
import './components.css'
import './console.css'
import './parts/parts.css'
import './parts/lists.css'
import './parts/skeletons.css'
import './search/search.css'
import './shell/shell.css'
import './print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element for the console')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

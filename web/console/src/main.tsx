// Starts the console in the page.
import './components.css'
import './console.css'
import './parts/parts.css'
import './parts/lists.css'
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

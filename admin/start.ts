import './shell/shell.css'
import { applyLook } from './theme/look.ts'

applyLook()

// The first script of every page is this small, so that each of the large ones runs in a task of its own: between them
// the browser answers the person.
void import('react-dom/client')
void import('./main.tsx')

import '@ant-design/v5-patch-for-react-19'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { endWayToGateway } from './http/way-to-gateway.ts'
import { markStyles } from './mark-styles.ts'
import { loadLook } from './theme/look.ts'

markStyles()
endWayToGateway()

const root = createRoot(document.getElementById('root')!)

function draw() {
  // A transition is rendered in slices of some milliseconds.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

void loadLook().then(draw)

import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { GridSettings } from '../../shell/grid-settings.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { Opening } from '../../shell/use-quick-exit.ts'
import type { ShownList } from '../grid/use-grid.ts'
import { useNarrow } from '../use-narrow.ts'
import { ViewsMenu } from './views-menu.tsx'

const ColumnChooser = lazy(() => import('./column-chooser.tsx'))
const KeyHelp = lazy(() => import('../grid/key-help.tsx'))

/** The appearance of the list: view, columns, density, full screen, keys. */
export function ListLook(look: {
  resource: Resource
  settings: GridSettings
  shown: ShownList
  full: boolean
  onFull: (full: boolean) => void
  helping: boolean
  onHelp: (open: boolean) => void
}) {
  const { resource, shown, full } = look
  const { layout } = shown
  const [choosing, setChoosing] = useState(false)
  const narrow = useNarrow()
  const compact = layout.density === 'compact'
  return (
    <div className="list-look">
      <ViewsMenu resource={resource} settings={look.settings} shown={shown} />
      <Button aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        <Icon name="columns" /> Columns
      </Button>
      {!narrow && (
        <>
          <Button
            aria-label="Compact rows"
            title={compact ? 'Normal rows' : 'Compact rows'}
            aria-pressed={compact}
            onClick={() => layout.setDensity(compact ? 'normal' : 'compact')}
          >
            <Icon name={compact ? 'loose' : 'dense'} />
          </Button>
          <Button
            aria-label="Full screen"
            title={full ? 'Exit full screen' : 'Full screen'}
            aria-pressed={full}
            onClick={() => look.onFull(!full)}
          >
            <Icon name={full ? 'shrink' : 'grow'} />
          </Button>
          <Button
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts"
            aria-haspopup="dialog"
            onClick={() => look.onHelp(true)}
          >
            <Icon name="keys" />
          </Button>
        </>
      )}
      {choosing && (
        <Suspense fallback={<Opening onClose={() => setChoosing(false)} />}>
          <ColumnChooser layout={layout} inView={shown.view !== undefined} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {look.helping && (
        <Suspense fallback={<Opening onClose={() => look.onHelp(false)} />}>
          <KeyHelp on={look.settings.shortcuts} onClose={() => look.onHelp(false)} />
        </Suspense>
      )}
    </div>
  )
}

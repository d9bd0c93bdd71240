import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { GridSettings } from '../../shell/grid-settings.ts'
import { Icon, type IconName } from '../../shell/menu/icons.tsx'
import { keysWindow } from '../../shell/show-keys.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import type { ShownList } from '../grid/use-grid.ts'

const ColumnChooser = lazy(() => import('./column-chooser.tsx'))
const ViewsMenu = lazy(() => import('./views-menu.tsx'))

/** A way to change how the rows look. */
export interface Look {
  key: string
  label: string
  icon: IconName
  isOn?: boolean
  onClick: () => void
}

/** The ways to change how the rows look on a wide screen. */
export function looksOf({ layout }: ShownList, full: boolean, onFull: (full: boolean) => void): Look[] {
  const compact = layout.density === 'compact'
  return [
    {
      key: 'compact',
      label: compact ? 'Normal rows' : 'Compact rows',
      icon: compact ? 'loose' : 'dense',
      isOn: compact,
      onClick: () => layout.setDensity(compact ? 'normal' : 'compact'),
    },
    {
      key: 'full',
      label: full ? 'Exit full screen' : 'Full screen',
      icon: full ? 'shrink' : 'grow',
      isOn: full,
      onClick: () => onFull(!full),
    },
    { key: 'keys', label: 'Keyboard shortcuts', icon: 'keys', onClick: () => keysWindow.open() },
  ]
}

/** Each of them a button with its icon. */
export const LookButtons = ({ looks }: { looks: readonly Look[] }) =>
  looks.map(({ key, label, icon, isOn, onClick }) => (
    <Button
      key={key}
      aria-label={names[key] ?? label}
      title={label}
      {...(isOn === undefined ? { 'aria-haspopup': 'dialog' } : { 'aria-pressed': isOn })}
      onClick={onClick}
    >
      <Icon name={icon} />
    </Button>
  ))

/** What is pressed keeps its name. */
const names: Readonly<Record<string, string>> = { compact: 'Compact rows', full: 'Full screen' }

/** The appearance of the list: view, columns; `children` are further buttons. */
export function ListLook(look: { resource: Resource; settings: GridSettings; shown: ShownList; children: ReactNode }) {
  const { resource, shown } = look
  const { layout } = shown
  const [choosing, setChoosing] = useState(false)
  return (
    <div className="list-look">
      <Views resource={resource} settings={look.settings} shown={shown} />
      <Button aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        <Icon name="columns" /> Columns
      </Button>
      {look.children}
      {choosing && (
        <Suspense fallback={<Opening onClose={() => setChoosing(false)} />}>
          <ColumnChooser layout={layout} inView={shown.view !== undefined} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The button of the views: which is shown, and whether it was changed. Its menu is loaded when it is first opened. */
function Views(views: { resource: Resource; settings: GridSettings; shown: ShownList }) {
  const { view, modified } = views.shown
  const [opened, setOpened] = useState(false)
  const button = (onClick?: () => void) => (
    <Button aria-haspopup="menu" className="views-button" {...(onClick && { onClick })}>
      <Icon name="view" />
      <span className="views-name">{view ? view.name : 'Views'}</span>
      {modified && <span className="modified-mark">modified</span>}
      <Icon name="down" size={11} />
    </Button>
  )
  const closed = <span>{button(() => setOpened(true))}</span>
  if (!opened) return closed
  return (
    <Suspense fallback={closed}>
      <ViewsMenu {...views} button={button()} />
    </Suspense>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import type { MenuProps } from 'antd'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { changeView, SavedView } from '../../../resources/platform/commands/views.ts'
import { roles } from '../../../resources/roles.ts'
import { isRefusal } from '../../shell/api.ts'
import { changeGridSettings, type GridSettings } from '../../shell/grid-settings.ts'
import { showFailure, showSuccess } from '../../shell/notices/notices.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import { ask, at } from '../command/ask.ts'
import type { ShownList } from '../grid/use-grid.ts'
import OpenMenu from '../open-menu.tsx'
import { savedQueryOf } from './view-address.ts'

const changing = at<typeof changeView>('PATCH views/{id}')
const ViewDialog = lazy(() => import('./view-dialog.tsx'))

/** The views of a list, opened by its button: choose, save, save as, discard changes. */
export default function ViewsMenu({
  resource,
  settings,
  shown,
  button,
}: {
  resource: Resource
  settings: GridSettings
  shown: ShownList
  button: ReactElement
}) {
  const client = useQueryClient()
  const [dialog, setDialog] = useState<'new' | 'edit'>()
  const { view, layout, modified } = shown
  const state = { ...layout.stored, query: savedQueryOf(shown.state) }

  async function save() {
    try {
      const saved = await ask(changing, { id: view!.id, state, rowVersion: view!.rowVersion })
      showSaved(saved)
      showSuccess(`The view “${saved.name}” is saved.`)
    } catch (error) {
      showFailure(`The view “${view!.name}” is not saved.`, isRefusal(error) ? error.message : undefined)
    }
  }
  /** The saved view replaces its older version, and is shown. */
  function showSaved(saved: SavedView) {
    changeGridSettings(client, ({ views }) => {
      const others = views
        .filter(({ id }) => id !== saved.id)
        .map(other => (saved.isDefault && rivals(saved, other) ? { ...other, isDefault: false } : other))
      return { views: [...others, saved].sort((one, other) => one.name.localeCompare(other.name)) }
    })
    shown.showSaved(saved)
  }
  function gone(id: number) {
    changeGridSettings(client, ({ views }) => ({ views: views.filter(one => one.id !== id) }))
    shown.choose(undefined)
  }

  const acts: Record<string, () => void> = {
    save: () => void save(),
    new: () => setDialog('new'),
    discard: () => {
      layout.reset()
      shown.choose(view)
    },
    edit: () => setDialog('edit'),
  }
  return (
    <>
      <OpenMenu
        menu={{
          items: itemsOf(settings.views, view, modified),
          selectedKeys: [view ? `view ${view.id}` : 'view none'],
          onClick: ({ key }) => {
            if (key.startsWith('view ')) shown.choose(settings.views.find(({ id }) => key === `view ${id}`))
            else acts[key]!()
          },
        }}
      >
        {button}
      </OpenMenu>
      {dialog && (
        <Suspense fallback={<Opening onClose={() => setDialog(undefined)} />}>
          <ViewDialog
            resource={resource}
            view={dialog === 'edit' ? view : undefined}
            state={state}
            onSaved={showSaved}
            onDeleted={gone}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

const rivals = (one: SavedView, other: SavedView) =>
  one.grid === other.grid && one.scope === other.scope && (one.scope !== 'ROLE' || one.role === other.role)

function itemsOf(views: readonly SavedView[], view: SavedView | undefined, modified: boolean): MenuProps['items'] {
  const item = ({ id, name, isDefault }: SavedView) => ({
    key: `view ${id}`,
    label: isDefault ? (
      <>
        {name} <span className="quiet">opens first</span>
      </>
    ) : (
      name
    ),
  })
  const group = (label: string, held: readonly SavedView[]) =>
    held.length > 0 ? [{ type: 'group' as const, key: label, label, children: held.map(item) }] : []
  const ofRoles = Map.groupBy(
    views.filter(({ scope }) => scope === 'ROLE'),
    ({ role }) => role,
  )
  return [
    { key: 'view none', label: 'Standard list' },
    ...group(
      'My views',
      views.filter(({ scope }) => scope === 'ME'),
    ),
    ...[...ofRoles].flatMap(([role, held]) => group(roles[role as keyof typeof roles]?.name ?? role ?? '', held)),
    ...group(
      'For everyone',
      views.filter(({ scope }) => scope === 'ALL'),
    ),
    { type: 'divider' },
    ...(view && modified && view.mine ? [{ key: 'save', label: `Save “${view.name}”` }] : []),
    { key: 'new', label: 'Save as a new view …' },
    ...(view && modified ? [{ key: 'discard', label: 'Discard the changes' }] : []),
    ...(view?.mine ? [{ key: 'edit', label: `Rename, share or delete “${view.name}” …` }] : []),
  ]
}

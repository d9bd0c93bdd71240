import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { rights } from '../../../resources/define/rights.ts'
import { useMay } from '../../account/person.ts'
import { mayEdit } from '../../shell/screens.ts'
import { type ApiRow, rowText } from '../value-text.ts'

const RowMenu = lazy(() => import('./row-menu.tsx'))

/** Whether the person may do anything with rows of this resource. */
export function useMayAct(resource: Resource): boolean {
  const may = useMay()
  return (
    mayEdit(may, resource) ||
    (resource.kind === 'master' && may('deactivate', resource.path)) ||
    Object.values(resource.actions).some(({ on, letter }) => on !== 'list' && may(rights[letter], resource.path))
  )
}

/** The actions on one row: a menu, which is made when it is opened. */
export function RowActions({ resource, row }: { resource: Resource; row: ApiRow }) {
  const [opened, setOpened] = useState(false)
  const name = rowText(resource, row)
  const closed = <MoreButton name={name} onClick={() => setOpened(true)} />
  if (!opened) return closed
  return (
    <Suspense fallback={closed}>
      <RowMenu resource={resource} row={row} button={<MoreButton name={name} />} />
    </Suspense>
  )
}

/** The menu, once open, adds a class. */
const MoreButton = ({ name, className = '', ...button }: { name: string } & ComponentProps<'button'>) => (
  <button
    type="button"
    aria-label={`More for ${name}`}
    aria-haspopup="menu"
    {...button}
    className={`row-more ${className}`}
  >
    ⋯
  </button>
)

import { Button } from 'antd'
import { Link } from 'react-router'
import type { Resource } from '../../resources/define/resource.ts'
import { usePerson } from '../shell/person.ts'
import { isFiltered, type ListState } from './list-state.ts'
import { pathOf } from './screens.ts'
import type { ChangeState } from './use-list-state.ts'

/** No rows, and why: the filters hide them, the person's scope holds none, or there are none yet. */
export function ListEmpty(list: { resource: Resource; state: ListState; change: ChangeState }) {
  const { resource, state, change } = list
  const { may, seesAll } = usePerson()
  if (isFiltered(state)) {
    return (
      <div className="notice-box" role="status">
        <p>No row matches what you searched and filtered for.</p>
        <Button onClick={() => change({ q: '', filters: [], on: undefined, active: 'active' })}>Clear filters</Button>
      </div>
    )
  }
  return (
    <div className="notice-box" role="status">
      <p>
        {seesAll(resource.path)
          ? `There is no ${state.active === 'active' ? 'active ' : ''}row under ${resource.title} yet.`
          : `You see only the rows of your own scope under ${resource.title}, and there is none.`}
      </p>
      <span className="notice-actions">
        {may('create', resource.path) && <Link to={pathOf.create(resource)}>Create the first one</Link>}
        {may('import', resource.path) && <Link to={pathOf.import(resource)}>Import a file</Link>}
        {state.active === 'active' && <Button onClick={() => change({ active: 'all' })}>Show inactive too</Button>}
      </span>
    </div>
  )
}

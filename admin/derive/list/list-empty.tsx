import { Button } from 'antd'
import { gridOf } from '../../../resources/define/process/worklist.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Scope } from '../../../resources/scopes.ts'
import { usePerson } from '../../account/person.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { Empty } from '../../shell/empty.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { pathOf } from '../../shell/screens.ts'
import { ANY_DAY, isListFiltered, type ListState } from './list-state.ts'
import type { ChangeState } from './use-list-state.ts'

/** Says why there are no rows: the filters hide them, the person's scope has none, or there are none yet. */
export default function ListEmpty(list: { resource: Resource; state: ListState; change: ChangeState }) {
  const { resource, state, change } = list
  const { may, seesAll, user } = usePerson()
  if (isListFiltered(state)) {
    const anyDay = resource.currentOnly ? ANY_DAY : undefined
    return (
      <Empty kind="filtered" text="No rows match your search and filters.">
        <Button onClick={() => change({ q: '', filters: [], anyOf: [], on: anyDay, active: 'active' })}>
          Clear filters
        </Button>
      </Empty>
    )
  }
  // A worklist shows a part of the rows: a new one would not be in it, or not be the first.
  if (gridOf(resource) !== resource.path) return <Empty kind="done" text={`Nothing in ${resource.title}.`} />
  // Only master rows can be inactive.
  const hidesInactive = resource.kind === 'master' && state.active === 'active'
  const scopes = scopesOf(resource, user.roles)
  return (
    <Empty
      kind={resource.kind === 'report' ? 'figures' : 'rows'}
      text={
        seesAll(resource.path) || scopes.length === 0
          ? `No ${hidesInactive ? 'active ' : ''}rows in ${resource.title} yet.`
          : `No rows in ${resource.title} for you: you see only ${scopes.join(' and ')}.`
      }
    >
      {may('create', resource.path) && (
        <ButtonLink to={pathOf.create(resource)}>
          <Icon name="plus" /> Create the first one
        </ButtonLink>
      )}
      {may('import', resource.path) && (
        <>
          <ButtonLink to={pathOf.import(resource)}>
            <Icon name="upload" /> Import a file
          </ButtonLink>
          <a href={`/api/templates/${resource.path}?format=xlsx`} download>
            Download the template
          </a>
        </>
      )}
      {hidesInactive && (
        <Button onClick={() => change({ active: 'all' })}>
          {resource.dated ? 'Show ended too' : 'Show inactive too'}
        </Button>
      )}
    </Empty>
  )
}

/** The scopes of these roles on the resource, in words. */
function scopesOf({ within }: Resource, roles: readonly (keyof Resource['within'])[]): string[] {
  const allScopes = roles.flatMap(role => {
    const scopes = within[role]
    return scopes ? [scopes].flat().flatMap(fields => Object.values(fields as Record<string, Scope>)) : []
  })
  return [...new Set(allScopes.map(scope => words[scope] ?? 'the rows of your own scope'))]
}

const words: Partial<Record<Scope, string>> = {
  ownCustomer: 'the rows of your own company',
  ownTransporter: 'the rows of your own company',
  documentsForMe: 'the documents for your role',
  libraryDocuments: 'the documents of the library',
  myCustomers: 'the rows of your customers',
  mySbus: 'the rows of your SBUs',
  myPlants: 'the rows of your plants',
}

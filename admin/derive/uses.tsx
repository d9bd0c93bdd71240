import type { Resource } from '../../resources/define/resource.ts'
import { resourceAt } from '../../resources/registry.ts'
import type { ApiRow } from './value-text.ts'

/** Where a row is needed, as the server counted it. */
export interface Use {
  resource: string
  path: string
  title: string
  count: number
}

/** The rows that stand in the way, each with the way to them. Plain links: the dialog stands outside the router. */
export function Uses({ of, row, uses }: { of: Resource; row: ApiRow; uses: readonly Use[] }) {
  return (
    <>
      <p>Deactivate or change these first:</p>
      <ul className="uses">
        {uses.map(use => (
          <li key={use.resource}>
            <UseLink of={of} row={row} use={use} />
          </li>
        ))}
      </ul>
    </>
  )
}

function UseLink({ of, row, use }: { of: Resource; row: ApiRow; use: Use }) {
  const text = `${use.title}: ${use.count}`
  const user = resourceAt(use.path)
  if (user?.kind !== 'master') return text
  const by = Object.keys(user.fields).filter(name => user.fields[name]!.to === of.name)
  const query = by.length === 1 ? `?f.${by[0]}=in.${row.id}` : ''
  return <a href={`/${use.path}${query}`}>{text}</a>
}

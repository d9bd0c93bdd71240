import { Link } from 'react-router'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { resources } from '../../../resources/registry.ts'
import { useMay } from '../../account/person.ts'
import { targetOf } from '../reference-texts.ts'

/** Links to the lists of other masters that refer to this row, each with the filter set. */
export function Related({ resource, id }: { resource: Resource; id: number }) {
  const may = useMay()
  const links = resources
    .filter(other => other.kind === 'master' && may('read', other.path))
    .flatMap(other =>
      Object.entries(other.fields)
        .filter(([, field]) => field.kind === 'reference' && !field.secret && targetOf(other, field.to!) === resource)
        .map(([name, field]) => ({ other, name, by: labelOf(name, field) })),
    )
  if (links.length === 0) return null
  return (
    <section className="panel" aria-labelledby="related">
      <h2 id="related">Related</h2>
      <ul className="related">
        {links.map(({ other, name, by }) => (
          <li key={`${other.path} ${name}`}>
            <Link to={`/${other.path}?f.${name}=in.${id}`}>
              {other.title}
              {by !== resource.title && ` (${by})`}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

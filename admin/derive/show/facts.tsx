import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { ActiveMark } from '../grid/cell.tsx'
import { type ApiRow, momentText } from '../value-text.ts'
import { Fact } from './fact.tsx'

/** The values of a row under the headings of its form; fields that do not apply to the row are left out. */
export function Facts({ resource, row }: { resource: Resource; row: ApiRow }) {
  const shown = (name: string) => {
    const { secret, kind, onlyIf } = resource.fields[name]!
    return name in row && !secret && kind !== 'json' && !(onlyIf && isNothing(row[name]))
  }
  const sections = resource.sections
    .map(({ title, fields }) => ({ title, fields: fields.filter(shown) }))
    .filter(({ fields }) => fields.length > 0)
  return (
    <section className="panel" aria-label={resource.title}>
      {sections.map(({ title, fields }, index) => (
        <div key={title} className="fact-section">
          {title && <h2>{title}</h2>}
          <dl className="facts">
            {index === 0 && resource.kind === 'master' && (
              <div>
                <dt>Status</dt>
                <dd>
                  <ActiveMark isActive={row.isActive !== false} />
                </dd>
              </div>
            )}
            {fields.map(name => (
              <Fact
                key={name}
                resource={resource}
                name={name}
                row={row}
                label={labelOf(name, resource.fields[name]!)}
              />
            ))}
            {index === sections.length - 1 && <Stamps row={row} />}
          </dl>
        </div>
      ))}
    </section>
  )
}

function Stamps({ row }: { row: ApiRow }) {
  return (
    <>
      <div>
        <dt>Last changed</dt>
        <dd>{momentText(row.updatedAt)}</dd>
      </div>
      <div>
        <dt>Created</dt>
        <dd>{momentText(row.createdAt)}</dd>
      </div>
    </>
  )
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '' || value === false

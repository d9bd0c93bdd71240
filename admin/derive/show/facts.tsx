import { labelOf } from '../../../resources/define/label.ts'
import type { Resource, Section } from '../../../resources/define/resource.ts'
import { usePerson } from '../../account/person.ts'
import { type ApiRow, momentText } from '../value-text.ts'
import { Fact } from './fact.tsx'

/** The values of a row under the headings of its form; fields that do not apply to the row are left out. */
export function Facts({ resource, row }: { resource: Resource; row: ApiRow }) {
  const shown = (name: string) => {
    const { secret, marker, kind, onlyIf } = resource.fields[name]!
    return name in row && !secret && !marker && kind !== 'json' && !(onlyIf && isNothing(row[name]))
  }
  const isOurs = usePerson().user.userType === 'EMPLOYEE'
  const isSaps = (name: string) => isOurs && resource.fields[name]!.sap === true
  const sections = leadingFirst(resource, name => shown(name) && !isSaps(name))
  const saps = resource.sections.flatMap(({ fields }) => fields).filter(name => shown(name) && isSaps(name))
  return (
    <section className="panel" aria-label={resource.title}>
      {sections.map(({ title, fields }, index) => (
        <div key={title} className="fact-section">
          {title && <h2>{title}</h2>}
          <dl className="facts">
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
      {saps.length > 0 && (
        <div className="fact-section is-from-sap">
          <h2>
            From SAP{' '}
            <small className="quiet">
              {typeof row.lastSyncedAt === 'string'
                ? `read ${momentText(row.lastSyncedAt)}, changed only there`
                : 'changed only there'}
            </small>
          </h2>
          <dl className="facts">
            {saps.map(name => (
              <Fact
                key={name}
                resource={resource}
                name={name}
                row={row}
                label={labelOf(name, resource.fields[name]!)}
              />
            ))}
          </dl>
        </div>
      )}
    </section>
  )
}

/** Up to so many facts are read at a glance, in the order of the form. */
const FEW = 10

/** The sections of a row; of one with many values, those that its list shows come first, under no heading. */
function leadingFirst(resource: Resource, shown: (name: string) => boolean): Section[] {
  const sections = resource.sections.map(({ title, fields }) => ({ title, fields: fields.filter(shown) }))
  const all = sections.flatMap(({ fields }) => fields)
  const leading = resource.list.filter(name => all.includes(name))
  const rest = sections.map(({ title, fields }) => ({
    title: title || 'More',
    fields: fields.filter(name => !leading.includes(name)),
  }))
  const ordered = all.length <= FEW ? sections : [{ title: '', fields: leading }, ...rest]
  return ordered.filter(({ fields }) => fields.length > 0)
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

import { dependsOn } from '../../../resources/define/choice-filter.ts'
import type { Resource, Section } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import type { ApiRow } from '../value-text.ts'
import type { FormField } from './fields-of.ts'
import { FormRow } from './form-row.tsx'

/** The fields of a form under their headings; with more than one heading, a navigation beside them. */
export function FormSections(form: {
  resource: Resource
  fields: readonly FormField[]
  formId: string
  values: RowValues
  faults: readonly Fault[]
  row: ApiRow | undefined
  onChange: (name: string, value: unknown) => void
  onBlur: (name: string) => void
}) {
  const { resource, fields, formId, faults } = form
  const sections = resource.sections
    .map(({ title, fields: names }) => ({ title, fields: names.filter(name => fields.some(one => one.name === name)) }))
    .filter(section => section.fields.length > 0)
  const idOf = (title: string) => `${formId}-${title.replaceAll(' ', '-')}`
  const faulty = new Set(
    sections.filter(section => faults.some(({ field }) => section.fields.includes(field))).map(({ title }) => title),
  )
  const rowsOf = (names: readonly string[]) =>
    names.map(name => (
      <FormRow
        key={name}
        id={`${formId}-${name}`}
        resource={resource}
        of={fields.find(one => one.name === name)!}
        {...(needsRow(resource, name) && { values: form.values })}
        value={form.values[name]}
        text={form.row?.texts?.[name]}
        error={faults.find(fault => fault.field === name)?.message}
        onChange={form.onChange}
        onBlur={form.onBlur}
      />
    ))
  if (sections.length < 2) {
    return (
      <div className={fields.length > 8 ? 'form-grid is-double' : 'form-grid'}>
        {rowsOf(fields.map(({ name }) => name))}
      </div>
    )
  }
  return (
    <div className="form-sections">
      <SectionNav sections={sections} idOf={idOf} faulty={faulty} />
      <div>
        {sections.map(({ title, fields: names }) => (
          <section key={title} aria-labelledby={idOf(title)} className="form-section">
            <h2 id={idOf(title)} tabIndex={-1}>
              {title}
            </h2>
            <div className="form-grid is-double">{rowsOf(names)}</div>
          </section>
        ))}
      </div>
    </div>
  )
}

/** Whether the rows to choose from depend on other values of the form. */
const needsRow = ({ fields }: Resource, name: string) =>
  Object.values(fields[name]!.where ?? {}).some(value => dependsOn(value) !== undefined)

/** The headings of a long form as links to their fields; those with errors are marked. */
function SectionNav({
  sections,
  idOf,
  faulty,
}: {
  sections: readonly Section[]
  idOf: (title: string) => string
  faulty: ReadonlySet<string>
}) {
  return (
    <nav className="section-nav" aria-label="Sections">
      <ul>
        {sections.map(({ title }) => (
          <li key={title}>
            <a
              href={`#${idOf(title)}`}
              className={faulty.has(title) ? 'section-link is-faulty' : 'section-link'}
              onClick={event => {
                event.preventDefault()
                const heading = document.getElementById(idOf(title))
                heading?.scrollIntoView({ block: 'start' })
                heading?.focus({ preventScroll: true })
              }}
            >
              {title}
              {faulty.has(title) && <span className="for-readers">, has errors</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

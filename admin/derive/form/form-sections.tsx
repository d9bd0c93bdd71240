import { Input } from 'antd'
import { dependsOn } from '../../../resources/define/choice-filter.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import type { Resource, Section } from '../../../resources/define/resource.ts'
import { keepsPast } from '../../../resources/define/succession.ts'
import type { ApiRow } from '../value-text.ts'
import { BeginsRow } from './begins-row.tsx'
import { FieldRow } from './field-row.tsx'
import type { FormField } from './fields-of.ts'
import { FormRow } from './form-row.tsx'
import type { RowFormState } from './use-row-form.ts'

/** What is no input, and stands beside the form. */
export const BESIDE: readonly FormField['readOnlyBy'][] = ['SAP', 'Bilty', 'force']

/** The inputs of a form under their headings; with more than one heading, a navigation above them. */
export function FormSections({
  resource,
  form,
  formId,
  row,
}: {
  resource: Resource
  form: RowFormState
  formId: string
  row: ApiRow | undefined
}) {
  const { faults, base, amounts, values } = form
  const today = dayOf(new Date().toISOString())
  const fields = form.fields.filter(({ readOnlyBy }) => !readOnlyBy || !BESIDE.includes(readOnlyBy))
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
        {...(needsRow(resource, name) && { values })}
        value={values[name]}
        text={row?.texts?.[name]}
        {...(amounts.includes(name) && { now: base[name] })}
        error={faults.find(fault => fault.field === name)?.message}
        onChange={form.set}
        onBlur={form.checkField}
      />
    ))
  const backdated = !row && keepsPast(resource) && String(values.validFrom ?? today) < today
  const why = (row || backdated) && (
    <FieldRow
      id={`${formId}-why`}
      label="Why"
      hint={backdated ? 'Why it begins in the past; kept in the history' : 'Optional; kept in the history'}
      required={backdated}
      error={faults.find(({ field }) => field === 'why')?.message}
    >
      {({ status: _, ...control }) => (
        <Input
          {...control}
          maxLength={500}
          autoComplete="off"
          value={form.why}
          onChange={event => form.setWhy(event.target.value)}
        />
      )}
    </FieldRow>
  )
  const begins = amounts.length > 0 && <BeginsRow id={`${formId}-validFrom`} form={form} />
  if (sections.length < 2) {
    const names = fields.map(({ name }) => name)
    const first = [...amounts, 'validTo'].filter(name => begins && names.includes(name))
    return (
      <div className="form-grid">
        {rowsOf(first.filter(name => name !== 'validTo'))}
        {begins}
        {rowsOf(first.filter(name => name === 'validTo'))}
        {rowsOf(names.filter(name => !first.includes(name)))}
        {why}
      </div>
    )
  }
  return (
    <div className="form-sections">
      <SectionNav sections={sections} idOf={idOf} faulty={faulty} />
      {begins && <div className="form-grid">{begins}</div>}
      {sections.map(({ title, fields: names }) => (
        <section key={title} aria-labelledby={idOf(title)} className="form-section">
          <h2 id={idOf(title)} tabIndex={-1}>
            {title}
          </h2>
          <div className="form-grid">{rowsOf(names)}</div>
        </section>
      ))}
      {why && <div className="form-grid form-section">{why}</div>}
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

import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { type Fault, problemWith } from '../../../resources/define/validate.ts'
import { FaultSummary } from '../../derive/form/fault-summary.tsx'
import { FormRow } from '../../derive/form/form-row.tsx'

/** The fields of a paper as printed, above its lines, with what must be put right. */
export function HeadFields(head: {
  formId: string
  title: string
  resource: Resource
  names: readonly string[]
  /** Those that may stay empty although their field is required. */
  mayBeEmpty?: readonly string[]
  values: Readonly<Record<string, unknown>>
  texts?: Readonly<Record<string, string | null | undefined>>
  faults: readonly Fault[]
  attempt: number
  onChange: (name: string, value: unknown) => void
  children?: React.ReactNode
}) {
  const { formId, resource, values, faults } = head
  return (
    <section className="panel" aria-labelledby={`${formId}-head`}>
      <h2 id={`${formId}-head`}>{head.title}</h2>
      <FaultSummary faults={faults} attempt={head.attempt} formId={formId} />
      <p className="quiet form-note">Fields with * are required.</p>
      <div className="form-grid is-double">
        {head.names.map(name => {
          const field = resource.fields[name]!
          const required = !field.optional && !head.mayBeEmpty?.includes(name)
          return (
            <FormRow
              key={name}
              id={`${formId}-${name}`}
              resource={resource}
              of={{ name, field, editable: true, required }}
              value={values[name] ?? null}
              text={head.texts?.[name] ?? null}
              error={faults.find(fault => fault.field === name)?.message}
              onChange={head.onChange}
              onBlur={keepAsTyped}
            />
          )
        })}
      </div>
      {head.children}
    </section>
  )
}

/** What is wrong with a value of a field, as a fault at a place of the form. */
export function faultsOfValue(resource: Resource, name: string, value: unknown, at = name): Fault[] {
  const field = resource.fields[name]!
  const problem = problemWith(field, value)
  return problem ? [{ field: at, code: problem[0], message: `${labelOf(name, field)} ${problem[1]}` }] : []
}

/** Values are cleaned when they are sent. */
function keepAsTyped() {}

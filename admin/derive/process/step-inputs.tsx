import TextArea from 'antd/es/input/TextArea'
import type { Fault } from '../../../resources/define/validate.ts'
import { FaultSummary } from '../form/fault-summary.tsx'
import { FieldRow } from '../form/field-row.tsx'
import { FormRow } from '../form/form-row.tsx'
import { type StepKind, stepOf } from './step-kind.ts'

/** What somebody says with a step. */
export type Said = Readonly<Record<string, unknown>>

/** The inputs of a step: what it asks, and its words. */
export function StepInputs<Row>(form: {
  kind: StepKind<Row>
  step: string
  ids: readonly number[]
  formId: string
  said: Said
  faults: readonly Fault[]
  attempt: number
  mostWords: number
  onChange: (name: string, value: unknown) => void
}) {
  const { kind, step, ids, formId, said, faults, onChange } = form
  const { asks = {}, remark } = stepOf(kind, step)
  const errorOf = (name: string) => faults.find(({ field }) => field === name)?.message
  return (
    <>
      <FaultSummary faults={faults} attempt={form.attempt} formId={formId} />
      <div className="form-grid">
        {Object.entries(asks).map(([name, how]) => {
          const Own = kind.inputs?.[name]
          const input = { id: `${formId}-${name}`, value: said[name], error: errorOf(name) }
          return Own ? (
            <Own key={name} {...input} ids={ids} onChange={value => onChange(name, value)} />
          ) : (
            <FormRow
              key={name}
              {...input}
              resource={kind.resource}
              of={{ name, field: kind.resource.fields[name]!, editable: true, required: how === 'needed' }}
              text={null}
              onChange={onChange}
              onBlur={keepAsTyped}
            />
          )
        })}
        {remark && (
          <FieldRow
            id={`${formId}-remark`}
            label={remark.label}
            required={remark.needed === true}
            wide
            error={errorOf('remark')}
          >
            {({ status, ...control }) => (
              <TextArea
                {...control}
                status={status ?? ''}
                rows={3}
                maxLength={form.mostWords}
                value={String(said.remark ?? '')}
                onChange={({ target }) => onChange('remark', target.value)}
              />
            )}
          </FieldRow>
        )}
      </div>
    </>
  )
}

/** Values are cleaned when they are sent. */
function keepAsTyped() {}

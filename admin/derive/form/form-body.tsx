import { useId } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ApiRow } from '../value-text.ts'
import { FaultSummary } from './fault-summary.tsx'
import { FormSections } from './form-sections.tsx'
import { StaleRow } from './stale-row.tsx'
import type { useRowForm } from './use-row-form.ts'

export type RowFormState = ReturnType<typeof useRowForm>

/** What others saved meanwhile, what is wrong, and the inputs. */
export function FormBody({ resource, form, row }: { resource: Resource; form: RowFormState; row: ApiRow | undefined }) {
  const formId = useId()
  return (
    <>
      {form.theirs && (
        <StaleRow
          resource={resource}
          base={form.base}
          mine={form.values}
          theirs={form.theirs}
          onLoadTheirs={form.loadTheirs}
          onMerge={form.merge}
        />
      )}
      <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
      <FormSections resource={resource} form={form} formId={formId} row={row} />
      <p className="quiet form-note">Fields with * are required.</p>
    </>
  )
}

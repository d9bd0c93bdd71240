import { complaint } from '../../resources/complaints/complaint.ts'
import { complaintProcess } from '../../resources/complaints/complaint-process.ts'
import { labelOf } from '../../resources/define/label.ts'
import type { StepInputProps, StepKind } from '../derive/process/step-kind.ts'
import { CategoryRow } from './category-row.tsx'
import { type ComplaintRow, fetchComplaint } from './complaint-api.ts'
import { ownerInput } from './owner-row.tsx'
import { complaintThread } from './thread-api.ts'

/** The steps of complaints, as their screens ask for them. */
export const complaintSteps: StepKind<ComplaintRow> = {
  process: complaintProcess,
  resource: complaint,
  numberOf: ({ complaintNo }) => complaintNo,
  inputs: { ownerEmployeeId: ownerInput(complaintThread), categoryId: CategoryInput },
  startOf: (name, row) => (name === 'priority' ? row.priority : null),
  leadsTo: async ({ id }, step) =>
    step === 'changeCategory' && (await isOutOfReach(id)) ? '/complaints/modify' : null,
}

function CategoryInput({ value, ids: _, ...row }: StepInputProps) {
  return (
    <CategoryRow
      {...row}
      label={labelOf('categoryId', complaint.fields.categoryId)}
      value={(value ?? null) as number | null}
    />
  )
}

/** Whether the complaint went to other people with its category: QA reads those about quality alone. */
const isOutOfReach = (id: number) =>
  fetchComplaint(id).then(
    () => false,
    () => true,
  )

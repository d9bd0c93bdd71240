import { useQuery } from '@tanstack/react-query'
import { labelOf } from '../../resources/define/label.ts'
import { type EudDocument, eudDocument } from '../../resources/orders/eud-document.ts'
import { useMay } from '../account/person.ts'
import type { Panel } from '../derive/show/panel.ts'
import { type ApiRow, valueText } from '../derive/value-text.ts'
import type { Refusal } from '../shell/api.ts'
import { FactList } from '../shell/fact-list.tsx'
import { rowsOf } from '../shell/rows.ts'

const shown = [
  'eudNo',
  'status',
  'documentType',
  'documentRef',
  'endUse',
  'issueDate',
  'validTo',
  'permittedQty',
] as const satisfies readonly (keyof typeof eudDocument.fields)[]

/** The document that came with a request of release: what the officer decides about. */
const RenewedDocumentPanel: Panel = ({ row }) => {
  const may = useMay()
  const id = row.releaseDocumentId as number | null
  const { data } = useQuery<ApiRow & EudDocument, Refusal>({
    queryKey: [eudDocument.path, 'one', id, 'renewed'],
    enabled: id !== null && may('read', eudDocument.path),
    queryFn: () => rowsOf(eudDocument).at<ApiRow & EudDocument>(id!),
  })
  if (!data) return null
  return (
    <section className="panel" aria-labelledby="renewed-document">
      <h2 id="renewed-document">Renewed document</h2>
      <FactList
        className="facts"
        facts={shown.map(name => {
          const field = eudDocument.fields[name]
          return [labelOf(name, field), valueText(field, data[name])]
        })}
      />
      <a href={`/api/attachments/${data.attachmentId}/file`} download>
        Open the document
      </a>
    </section>
  )
}
export default RenewedDocumentPanel

import { settlementSheet } from '../../resources/uploads/settlement.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Takes in a settlement file of a gateway. */
export default function ImportSettlement() {
  return (
    <ImportPage
      resource={settlementSheet}
      title="Import Gateway Settlement"
      list={{ title: 'Settlement Rows', path: '/transaction-view/settlement-rows' }}
      extraFields={
        <p className="quiet">
          The check shows which rows settle a payment and which differ, before anything is saved. The rows of a UTR are
          taken in together. A file that was taken in before changes nothing.
        </p>
      }
    />
  )
}

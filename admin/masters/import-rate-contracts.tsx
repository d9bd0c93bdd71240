import { Link } from 'react-router'
import { rateContractSheet } from '../../resources/uploads/rate-contracts.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Imports rate contracts from a file: a row is a line, and a contract is imported whole or not at all. */
export default function ImportRateContracts() {
  return (
    <ImportPage
      resource={rateContractSheet}
      extraFields={
        <p className="quiet">
          A contract is taken over as a draft when all its rows are right. Where you let wrong rows be left out, they
          wait under <Link to="/masters/rate-contract-errors">Rate Contract Errors</Link> to be corrected.
        </p>
      }
    />
  )
}

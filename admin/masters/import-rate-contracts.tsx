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
          A contract is imported as a draft when all its rows are valid. If you skip wrong rows, they are listed under{' '}
          <Link to="/masters/rate-contract-errors">Rate Contract Errors</Link> to be corrected.
        </p>
      }
    />
  )
}

import { Link } from 'react-router'
import { Standalone } from '../shell/standalone.tsx'
import { SearchForm } from './search-form.tsx'

/** Finds a certificate of analysis. Open to everybody who knows product and batch. */
export default function SearchCoa() {
  return (
    <Standalone title="Find a certificate of analysis">
      <p>Product code and batch number are on the label of the goods and on the invoice.</p>
      <SearchForm isOnly isLarge />
      <p>
        <Link to="/coa/find-certificates">Sign in</Link> to find all certificates of an invoice.
      </p>
    </Standalone>
  )
}

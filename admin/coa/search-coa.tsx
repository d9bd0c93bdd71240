import { Link } from 'react-router'
import { Standalone } from '../shell/standalone.tsx'
import { SearchForm } from './search-form.tsx'

/** Finds a certificate of analysis. Open to everybody who knows product and batch. */
export default function SearchCoa() {
  return (
    <Standalone title="Search COA">
      <p>Product code and batch number are on the label of the goods and on the invoice.</p>
      <SearchForm isOnly isLarge />
      <Link to="/coa/find-certificates">Find all certificates of an invoice (with sign-in)</Link>
      <Link to="/">Back to home</Link>
    </Standalone>
  )
}

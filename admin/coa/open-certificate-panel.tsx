/** Opens the certificate itself. */
import type { Panel } from '../derive/show/panel.ts'

const OpenCertificatePanel: Panel = ({ row }) => (
  <section className="panel" aria-labelledby="open-certificate">
    <h2 id="open-certificate">Document</h2>
    <a href={`/api/coa/certificates/${row.id}/file`} download>
      Download the certificate
    </a>
  </section>
)
export default OpenCertificatePanel

import type { Panel } from '../panels.tsx'

/** Opens the certificate itself. */
const OpenCertificatePanel: Panel = ({ row }) => (
  <section className="panel" aria-labelledby="open-certificate">
    <h2 id="open-certificate">Document</h2>
    <a href={`/api/coa/certificates/${row.id}/file`} download>
      Download the certificate
    </a>
  </section>
)
export default OpenCertificatePanel

import { can } from '../../resources/capabilities.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import { deliveryStatusSheet } from '../../resources/uploads/delivery-status.ts'
import { usePerson } from '../account/person.ts'
import GivenChoice from '../derive/import/given-choice.tsx'
import ImportPage from '../derive/import/import-page.tsx'

/** Takes over events of many consignments from a file. */
export default function UploadDeliveryStatus() {
  const { user } = usePerson()
  return (
    <ImportPage
      resource={deliveryStatusSheet}
      title="Upload Delivery Status"
      list={{ title: 'Open LRs', path: '/dispatches/open-consignments' }}
      extraFields={
        <>
          {/* A transporter’s file is its own. */}
          {can(user, 'reportAsDispatchDesk') && (
            <GivenChoice<{ code: string; name: string }>
              label="Transporter, where the file does not name it"
              column="transporterId"
              from={transporter.path}
              text={({ name }) => name}
            />
          )}
          <p className="quiet">
            Each row is an event. The rows of an LR are processed in time order; a wrong row does not block the others.
            “/” and “-” in LR numbers are treated alike. What a transporter’s words for a status mean is asked once.
          </p>
        </>
      }
    />
  )
}

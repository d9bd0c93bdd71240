/** A customer in a table of one line a row: where the name alone has room, the code gives way to it. */
export const CustomerCell = ({ name, code }: { name: string; code: string }) => (
  <td className="queue-customer">
    <div title={`${name} ${code}`}>
      <span>{name}</span>
      <span className="quiet">{code}</span>
    </div>
  </td>
)

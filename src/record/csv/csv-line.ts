// The cells of one CSV row → one line of JSON, by the types of the columns.

/** How the values of a column are read. `json`: arrays and objects. */
export type ColumnType = 'string' | 'int' | 'float' | 'bool' | 'timestamp' | 'json';

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** One column, ready to be printed. */
export interface Column {
  /** `"Name":` */
  key: string;
  type: ColumnType;
}

/** @param cells one for each column */
export function printRow(columns: readonly Column[], cells: readonly string[]): string {
  let text = '{';
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index]!;
    text += index === 0 ? column.key : `,${column.key}`;
    text += printCell(cells[index]!, column.type);
  }
  return `${text}}`;
}

/** Empty is null; what does not look like its type is a string, so that nothing is lost and the mismatch shows. */
export function printCell(cell: string, type: ColumnType): string {
  if (cell === '') return 'null';
  switch (type) {
    case 'string':
      return JSON.stringify(cell);
    case 'bool':
      return cell === 'true' || cell === 'false' ? cell : JSON.stringify(cell);
    case 'json':
      return isJson(cell) ? cell : JSON.stringify(cell);
    case 'int':
    case 'float':
    case 'timestamp':
      return NUMBER.test(cell) ? cell : JSON.stringify(cell);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// File types that are clearly not logs but occur in log folders. A data table. It omits doubtful types, because the
// report shows a wrong file but not a missing log.

/** Lower-case extensions without the dot, after removal of a final `.gz` or `.zst`. */
export const NOT_LOG_EXTENSIONS: ReadonlySet<string> = new Set(
  [
    // text about logs, and code
    'md markdown rst html htm css pdf doc docx odt xls xlsx ods js mjs cjs ts jsx tsx py ipynb rb go rs java c h',
    'cpp sh bat ps1 sql tf tfstate hcl yml yaml toml ini cfg conf lock map patch diff',
    // pictures, sound, fonts
    'png jpg jpeg gif webp svg ico bmp mp3 mp4 mov webm woff woff2 ttf',
    // archives, databases, programs, keys
    'zip tar tgz tzst 7z rar jar parquet avro orc sqlite sqlite3 db duckdb pcap exe dll so dylib o a class pyc wasm',
    'bin iso deb rpm whl pem crt key p12 asc sig md5 sha1 sha256 sha512 crc',
    // leftovers of editors and unfinished copies
    'swp swo tmp part partial crdownload',
  ].flatMap((types) => types.split(' ')),
);

// Declares the integer types of AssemblyScript for TypeScript, because both compile abi.ts.
declare type u32 = number;
declare type usize = number;

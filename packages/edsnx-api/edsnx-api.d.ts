// Generated from core/commands by npm run gen; do not edit.

/** Typings of the commands of Electronics Designer 0.1.0. Lengths are in millimetres, angles in degrees. */
export interface Commands {
  /** Puts a question to the person at the editor and waits up to ten minutes: yes or no, one of `choices`, or free text. */
  "agent.ask": {
    args: {
      /** The question, one line. */
      prompt: string;
      /** Answers to choose from. */
      choices?: string[];
      /** A question of yes or no. */
      confirm?: boolean;
    };
    result: { status: "answered" | "declined"; text?: string };
  };
  /** Asks the person to select items in the editor and waits up to ten minutes for it. */
  "agent.pickItems": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** What to select, one line. */
      prompt: string;
    };
    result: { status: "answered" | "declined"; path?: string; items?: { id: string; kind: string; ref?: string }[] };
  };
  /** Asks the person to click a place in the editor and waits up to ten minutes for it. */
  "agent.pickPoint": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** What to click, one line. */
      prompt: string;
    };
    result: { status: "answered" | "declined"; path?: string; point?: number[] };
  };
  /** Takes agent.stop back. Only the person at the editor can. */
  "agent.resume": {
    args: {};
    result: { stopped: false };
  };
  /** What became of agents' changes: pending (nobody has looked yet), accepted, rejected (taken back), modified (the person changed it afterwards) or superseded (an agent changed it again), item by item, with the person's notes. Read the notes of what was rejected and do better. Only the person accepts or rejects, in the editor. */
  "agent.reviews": {
    args: {
      /** Whose changes: your own (default for agents), or all. */
      of?: "me" | "all";
      /** Only changes in these states. */
      state?: ("pending" | "accepted" | "rejected" | "modified" | "superseded")[];
      /** At most so many, the newest; 20 when left out. */
      limit?: number;
    };
    result: {
      reviews: {
        id: string;
        agent: string;
        label: string;
        at: number;
        state: "pending" | "accepted" | "rejected" | "modified" | "superseded";
        note?: string;
        proposed?: true;
        items: {
          path: string;
          id: string;
          change: "added" | "changed" | "removed";
          state: "pending" | "accepted" | "rejected" | "modified" | "superseded";
          note?: string;
          text?: string;
        }[];
      }[];
      total: number;
    };
  };
  /** Whether agents may edit, whether a person can be asked, and which build answers. */
  "agent.status": {
    args: {};
    result: {
      halted: null | { by: string; at: number; reason?: string };
      person: boolean;
      build: Record<string, string>;
    };
  };
  /** Cancels every call of agents and refuses their edits from now on; they can still read. Only the person at the editor lets them go on. */
  "agent.stop": {
    args: {
      /** Why, one line. */
      reason?: string;
    };
    result: { stopped: true };
  };
  /** The design rule check of the board, the electrical rules check of the schematic and the comparison of the two, in one answer; what the project has not (no board, no schematic) is left out. `path` is the board or the root schematic. Violations come worst first, the board's before the schematic's. */
  "check.all": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** At most so many violations; counts are of all. 50 when left out. */
      limit?: number;
      /** Fail with check-failed (CLI exit status 5) when there is a violation of this severity or worse. */
      failOn?: "error" | "warning";
    };
    result: {
      errors: number;
      warnings: number;
      exclusions: number;
      board?: { path: string; errors: number; warnings: number; exclusions: number; byType: Record<string, number> };
      schematic?: {
        path: string;
        errors: number;
        warnings: number;
        exclusions: number;
        byType: Record<string, number>;
      };
      violations: {
        of: "board" | "schematic";
        type: string;
        severity: string;
        description: string;
        sheet?: string;
        items: { uuid: string; description: string }[];
      }[];
      notes?: string[];
    };
  };
  /** Checks a board as KiCad's design rule check does: its constraints, net classes, rule areas and the custom rules of the `.kicad_dru` beside it, the libraries of its footprints, with the severities and exclusions of its project. Zones that something near was edited after they were filled are filled anew for it. The board is not changed. Violations come worst first, so many at a time. */
  "check.drc": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Only these: error, warning, exclusion. Left out: error and warning. */
      severities?: ("error" | "warning" | "exclusion")[];
      /** Only these kinds, such as clearance. */
      types?: string[];
      /** Also compare the board with its schematic, as `kicad-cli pcb drc --schematic-parity`. */
      schematicParity?: boolean;
      /** true: check with all zones filled anew; false: with the fills as they are. Left out: only zones edited since their fill. The board keeps its fills. */
      refill?: boolean;
      /** Fail with check-failed when there is an error (or a warning); for build servers. */
      failOn?: "error" | "warning";
      /** A whole report beside the answer: KiCad's JSON, plain text, or SARIF for code hosts. */
      format?: "kicad" | "text" | "sarif";
      /** Where to write the report; else it is in the answer. */
      out?: string;
      /** At most so many violations; 50 when left out. */
      limit?: number;
      /** Where the answer before this one ended. */
      cursor?: string;
    };
    result: {
      path: string;
      errors: number;
      warnings: number;
      exclusions: number;
      byType: Record<string, number>;
      total: number;
      violations: {
        type: string;
        severity: string;
        description: string;
        items: { uuid: string; description: string; pos: { x: number; y: number } }[];
        at: number[];
        layer?: string;
        rule?: string;
        excluded?: boolean;
        comment?: string;
      }[];
      cursor?: string;
      refilled?: number;
      rules?: string;
      report?: unknown;
      written?: string;
    };
  };
  /** KiCad 9's electrical rules check of a schematic and all sheets below it: unconnected pins, conflicts between pin types, undriven power, dangling labels and wires, and more, with the project's severities, pin table and exclusions. The answer has KiCad's report format (places in true millimetres), counts and a short text. */
  "check.erc": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** The least severity to tell: error, or warning (both). */
      severity?: "error" | "warning";
      /** Only these types, e.g. pin_not_connected. */
      types?: string[];
      /** Also tell what the project excludes. */
      excluded?: boolean;
      /** The most violations to tell; counts are of all. 500 when left out. */
      limit?: number;
      /** Fail with check-failed (CLI exit status 5) when there is a violation of this severity or worse. */
      failOn?: "error" | "warning";
      /** Write all of the report to this file: JSON when it ends in .json, else text. */
      out?: string;
    };
    result: {
      source: string;
      coordinate_units: "mm";
      counts: { error: number; warning: number; excluded: number; byType: Record<string, number> };
      sheets: {
        path: string;
        uuid_path: string;
        violations: {
          type: string;
          severity: "error" | "warning";
          description: string;
          items: { uuid: string; description: string; pos: { x: number; y: number } }[];
          excluded?: boolean;
          comment?: string;
        }[];
      }[];
      text: string;
      out?: string;
      notes?: string[];
    };
  };
  /** Accepts violations of check.drc, or of check.erc in a schematic, with the reason: they are kept in the project file as KiCad keeps them, and from then on count as exclusions. Only what is found now can be excluded. check.include takes it back. KiCad also goes by the marker's place, which it may compute otherwise where shapes come near each other: there it shows the violation all the same. */
  "check.exclude": {
    args: EditArgs & {
      /** Kind of violation, such as clearance. */
      type: string;
      /** Its items: uuids, references, pads (R1.2). Empty: all violations of this kind. */
      items: string[];
      /** Why it is right as it is. */
      comment?: string;
    };
    result: EditResult;
  };
  /** What one violation is about: the check that finds it, the rule with its place, what is asked for and what there is, and by how much it misses. In a schematic: a violation of check.erc. */
  "check.explain": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Its kind, such as clearance or pin_not_driven. */
      type: string;
      /** Its items: uuids, references, pads or pins (R1.2). Left empty: the first of this kind. */
      items: string[];
    };
    result: {
      type: string;
      check: string;
      description: string;
      items: string[];
      rule?: string;
      line?: number;
      wanted?: number;
      actual?: number;
      missing?: number;
    };
  };
  /** Takes exclusions of check.drc or check.erc out of the project file, so that the violations count again; also those of violations that are no longer there. */
  "check.include": {
    args: EditArgs & {
      /** Kind of violation; all kinds when left out. */
      type?: string;
      /** Its items: uuids, references, pads (R1.2); all when left out. */
      items?: string[];
    };
    result: EditResult;
  };
  /** Where a board differs from its schematic, as KiCad's schematic parity check tells it: footprints that are missing, extra or there twice, pads on another net, other values, footprints or attributes; other fields too, as KiCad 10 does. With the project's severities and exclusions. `path` is the board or the root schematic. */
  "check.parity": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Only these kinds, such as net_conflict. */
      types?: (
        | "duplicate_footprints"
        | "missing_footprint"
        | "extra_footprint"
        | "net_conflict"
        | "footprint_symbol_mismatch"
        | "footprint_filters_mismatch"
        | "footprint_symbol_field_mismatch"
      )[];
      /** Whether fields are compared too (KiCad 10); true when left out. */
      fields?: boolean;
      /** Also tell what the project excludes. */
      excluded?: boolean;
      /** At most so many; counts are of all. 200 when left out. */
      limit?: number;
      /** Fail with check-failed when there is a difference of this severity or worse. */
      failOn?: "error" | "warning";
    };
    result: {
      board: string;
      schematic: string;
      counts: { error: number; warning: number; excluded: number; byType: Record<string, number> };
      differences: {
        type: string;
        severity: string;
        description: string;
        reference: string;
        items: string[];
        at: number[];
        board?: string;
        schematic?: string;
        excluded?: boolean;
      }[];
      notes?: string[];
    };
  };
  /** Every kind of violation with its severity in this project, the custom rules, and the words of the rules' language: constraints, functions and properties. */
  "check.rules": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** With the words of the rules' language. */
      language?: boolean;
    };
    result: {
      types: { type: string; about: string; severity: string; check?: string }[];
      rules: {
        name: string;
        line: number;
        constraints: string[];
        condition?: string;
        layer?: string;
        severity?: string;
      }[];
      usable: boolean;
      language?: { constraints: Record<string, string>; functions: Record<string, string>; properties: string[] };
    };
  };
  /** Sets what is an error, a warning or nothing to the checks, by type of violation, in the project file, as one undoable change. `path` is the board, the root schematic or the .kicad_pro file; project.describe shows what the project sets, every violation tells its type. */
  "check.severities": {
    args: EditArgs & {
      /** Of the board's check: { "silk_overlap": "ignore" }. */
      drc?: Record<string, "error" | "warning" | "ignore">;
      /** Of the schematic's check: { "pin_not_driven": "warning" }. */
      erc?: Record<string, "error" | "warning" | "ignore">;
    };
    result: EditResult;
  };
  /** What is wrong with custom rules, line by line: of the `.kicad_dru` beside the board, or of a text before it is written. KiCad says nothing when it cannot read a rules file, and checks without it. */
  "check.syntax": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Rules to look at instead of the file's. */
      text?: string;
    };
    result: {
      rules: number;
      usable: boolean;
      problems: { severity: string; effect: string; message: string; line: number; column: number }[];
    };
  };
  /** Adds a library to the project's table, made when missing. Save the table before placing by the new name. */
  "lib.addTable": {
    args: EditArgs & {
      /** A .kicad_sym file, or a .kicad_symdir or .pretty folder: its path, or with a path variable (${KIPRJMOD}/my.pretty). */
      library: string;
      /** Its nickname, what stands before the colon of Library:Name; the file's name when left out. */
      name?: string;
      /** Description. */
      descr?: string;
    };
    result: EditResult;
  };
  /** Adds and removes pads (token pad), drawings (fp_line, fp_rect, …), texts, fields, zones and models of a .kicad_mod file. Change properties with pcb.setProperties. */
  "lib.footprint.edit": {
    args: EditArgs & {
      /** New parts, in order. */
      add?: { to?: string; token: string; properties: Record<string, unknown> }[];
      /** By the names that query.items takes, or ids. */
      remove?: string[];
    };
    result: EditResult;
  };
  /** Adds and removes units (token symbol), pins (pin), drawings (rectangle, polyline, …) and fields (property) of a .kicad_sym file's symbols, or whole symbols. Names: R, R_1_1, R.1. Change properties with sch.setProperties. */
  "lib.symbol.edit": {
    args: EditArgs & {
      /** New parts, in order. */
      add?: { to?: string; token: string; properties: Record<string, unknown> }[];
      /** By the names that query.items takes, or ids. */
      remove?: string[];
    };
    result: EditResult;
  };
  /** One symbol with its pins, or one footprint with its pads; fields of both. A symbol that derives from another comes with what it takes from it. Places in mm; those of a symbol have y up. */
  "lib.get": {
    args: {
      /** Library:Name. */
      id: string;
      /** symbol or footprint. */
      kind: "symbol" | "footprint";
      /** A file of the project whose libraries count, relative to the working directory; the open document's when left out. */
      project?: string;
      /** With the part's text in KiCad's form. */
      text?: boolean;
    };
    result: {
      id: string;
      path: string;
      fields: Record<string, string>;
      extends?: string[];
      description?: string;
      tags?: string;
      attributes?: string[];
      models?: string[];
      text?: string;
      pins?: { number: string; name: string; type: string; unit: number; at: number[]; hidden?: boolean }[];
      pads?: { number: string; type: string; shape: string; at: number[]; size: number[]; layers: string[] }[];
    };
  };
  /** What is in one library, by name, with a line on each part. */
  "lib.list": {
    args: {
      /** The library's nickname. */
      library: string;
      /** symbol or footprint. */
      kind: "symbol" | "footprint";
      /** A file of the project whose libraries count, relative to the working directory; the open document's when left out. */
      project?: string;
    };
    result: { path: string; parts: { id: string; description: string; pins: number }[] };
  };
  /** Saves the schematic's own copies of symbols whose library lost them, or has other pins for them now, in the project's library NAME-rescue, and links the parts of all sheets to them. Looks and nets stay. */
  "lib.rescue": {
    args: EditArgs & {
      /** Library:Name; those in need when left out. */
      symbols?: string[];
    };
    result: EditResult;
  };
  /** Finds symbols and footprints of all libraries that a project can use. All words of `query` must be found, in the name, the keywords or the description; the best come first. */
  "lib.search": {
    args: {
      /** Words: name, part number, what it is. Empty: everything. */
      query: string;
      /** Both when left out. */
      kind?: "symbol" | "footprint";
      /** Only libraries of this nickname; * for any letters. */
      library?: string;
      /** Only parts with so many pins or pads. */
      pins?: number;
      /** Only footprints whose name fits this pattern, as a symbol's filters give it (R_*). */
      filter?: string;
      /** A file of the project whose libraries count, relative to the working directory; the open document's when left out. */
      project?: string;
      /** At most so many; 20 when left out. */
      limit?: number;
    };
    result: {
      total: number;
      parts: {
        id: string;
        kind: "symbol" | "footprint";
        description: string;
        keywords: string;
        pins: number;
        reference?: string;
        footprint?: string;
        filters?: string;
        units?: number;
        power?: boolean;
      }[];
    };
  };
  /** The libraries that a project can use, in the order in which they count: its own table, then the global one, then what lies in its folder and in no table. A row that cannot be read says why. */
  "lib.tables": {
    args: {
      /** Both when left out. */
      kind?: "symbols" | "footprints";
      /** Only libraries of this table. */
      scope?: "project" | "global" | "folder";
      /** A file of the project whose libraries count, relative to the working directory; the open document's when left out. */
      project?: string;
    };
    result: {
      libraries: {
        kind: "symbols" | "footprints";
        name: string;
        scope: "project" | "global" | "folder";
        table: string | null;
        type: string;
        uri: string;
        path: string | null;
        descr: string;
        disabled: boolean;
        hidden: boolean;
        problem: string | null;
      }[];
    };
  };
  /** Adds a copper track along an arc through three places. Without `net` it takes the net of the copper that its ends touch; without `width` the width that the net's tracks have most. */
  "pcb.addArcTrack": {
    args: EditArgs & {
      /** A copper layer, e.g. F.Cu. */
      layer: string;
      /** Start ([x, y] in mm, x right, y down) */
      from: number[];
      /** A place on the arc between its ends ([x, y] in mm, x right, y down) */
      mid: number[];
      /** End ([x, y] in mm, x right, y down) */
      to: number[];
      /** The net's name; a new name makes a new net. */
      net?: string;
      /** Track width (mm) */
      width?: number;
    };
    result: EditResult;
  };
  /** Adds a barcode or QR code. Only files of KiCad 10 and later have them; others refuse. */
  "pcb.addBarcode": {
    args: EditArgs & {
      /** What it says. */
      text: string;
      /** Its centre ([x, y] in mm, x right, y down) */
      at: number[];
      /** A layer, e.g. F.SilkS. */
      layer: string;
      /** qr (default), microqr, datamatrix, code128 or code39. */
      type?: "qr" | "microqr" | "datamatrix" | "code128" | "code39";
      /** Its width; 10 when left out (mm) */
      width?: number;
      /** Its height; its width, or 5 for bars, when left out (mm) */
      height?: number;
      /** Its direction (degrees, counter-clockwise) */
      angle?: number;
      /** Of a QR code: L (default), M, Q or H. */
      errorCorrection?: "L" | "M" | "Q" | "H";
      /** Whether the text stands below it; false when left out. */
      showText?: boolean;
      /** Cut out of a filled box. */
      knockout?: boolean;
    };
    result: EditResult;
  };
  /** Adds a dimension: aligned or orthogonal between two points (height: how far the line is from them, to the right of the way from `from` to `to`, downwards or to the right when positive for orthogonal ones), a leader (an arrow with a text), radial (from: centre, to: a point on the circle) or center (a cross; to gives its size). The number is measured and written as the project's dimension settings say. */
  "pcb.addDimension": {
    args: EditArgs & {
      /** aligned, orthogonal, leader, radial or center. */
      type: "aligned" | "orthogonal" | "leader" | "radial" | "center";
      /** First point, centre, or what the leader points at ([x, y] in mm, x right, y down) */
      from: number[];
      /** Second point, point on the circle, or the leader's knee ([x, y] in mm, x right, y down) */
      to: number[];
      /** A layer, e.g. Dwgs.User. */
      layer: string;
      /** Distance of the dimension line; 3 when left out (mm) */
      height?: number;
      /** Of an orthogonal one; left out: the longer way. */
      direction?: "horizontal" | "vertical";
      /** Length of a radial dimension's leader; 3 when left out (mm) */
      leader?: number;
      /** A leader's text, or a text instead of the number. */
      text?: string;
      /** Where the text of a leader or a radial dimension goes ([x, y] in mm, x right, y down) */
      at?: number[];
      /** Before the number. */
      prefix?: string;
      /** Behind it. */
      suffix?: string;
      /** inch, mil, mm or automatic (mm); the project's when left out. */
      units?: "inch" | "mil" | "mm" | "automatic";
      /** Digits behind the point. */
      precision?: number;
      /** Height of the letters, or [width, height] (mm); the project's for the layer when left out. */
      size?: number | number[];
      /** Pen width; the project's for the layer when left out (mm) */
      thickness?: number;
    };
    result: EditResult;
  };
  /** Adds a line (from, to), arc (from, mid, to), circle (center, to: a point on it), rectangle (from, to), polygon (pts, three or more) or curve (pts: start, two control points, end) on any layer. */
  "pcb.addGraphic": {
    args: EditArgs & {
      /** A layer, e.g. F.SilkS or Edge.Cuts. */
      layer: string;
      /** line, arc, circle, rect, poly or curve. */
      shape: "line" | "arc" | "circle" | "rect" | "poly" | "curve";
      /** Start, or a corner ([x, y] in mm, x right, y down) */
      from?: number[];
      /** End, the opposite corner, or a point on the circle ([x, y] in mm, x right, y down) */
      to?: number[];
      /** A point on the arc ([x, y] in mm, x right, y down) */
      mid?: number[];
      /** Centre of the circle ([x, y] in mm, x right, y down) */
      center?: number[];
      /** Corners or control points ([[x, y], …] in mm) */
      pts?: number[][];
      /** Line width; 0.1 when left out (mm) */
      width?: number;
      /** none (default), solid, or a hatch, for closed shapes. */
      fill?: "none" | "solid" | "hatch" | "reverse_hatch" | "cross_hatch";
    };
    result: EditResult;
  };
  /** Adds a picture (PNG or JPEG) to look at while drawing; it is not made. From a file of the project, or as base64 data. Its size is its pixels at the resolution that it says (300 dots per inch when it says none), times scale. */
  "pcb.addImage": {
    args: EditArgs & {
      /** Its centre ([x, y] in mm, x right, y down) */
      at: number[];
      /** A layer, e.g. Dwgs.User. */
      layer: string;
      /** The picture, relative to the board's folder. */
      file?: string;
      /** The picture as base64. */
      data?: string;
      /** Size as a factor; 1 when left out. */
      scale?: number;
    };
    result: EditResult;
  };
  /** Adds a rule area: a polygon (pts), rectangle (from, to) or circle (center, radius), that keeps things out or that custom rules name. */
  "pcb.addRuleArea": {
    args: EditArgs & {
      /** Its layers. */
      layers: string[];
      /** Corners ([[x, y], …] in mm) */
      pts?: number[][];
      /** Rectangle: a corner */
      from?: number[];
      /** Rectangle: the opposite corner */
      to?: number[];
      /** Circle: its centre */
      center?: number[];
      /** Circle: its radius (mm) */
      radius?: number;
      /** Corners of each hole */
      holes?: number[][][];
      /** Default tracks, vias, copper. */
      keepOut?: ("tracks" | "vias" | "pads" | "copper" | "footprints")[];
      /** Its name. */
      name?: string;
    };
    result: EditResult;
  };
  /** Adds a table of texts with lines around its cells; columns as wide as their longest text when nothing is said. */
  "pcb.addTable": {
    args: EditArgs & {
      /** The top left corner ([x, y] in mm, x right, y down) */
      at: number[];
      /** The texts, row by row; every row has as many. */
      rows: string[][];
      /** A layer, e.g. Cmts.User. */
      layer: string;
      /** Width of each column (mm). */
      columnWidths?: number[];
      /** Height of a row (mm) */
      rowHeight?: number;
      /** Whether a line sets off the first row; true when left out. */
      header?: boolean;
      /** Height of the letters, or [width, height] (mm); the project's for the layer when left out. */
      size?: number | number[];
      /** Pen width; the project's for the layer when left out (mm) */
      thickness?: number;
    };
    result: EditResult;
  };
  /** Adds a text in a box, broken into lines to fit, with or without a border. Left and top when nothing else is said. */
  "pcb.addTextBox": {
    args: EditArgs & {
      /** The text; \n begins a new line. */
      text: string;
      /** A corner ([x, y] in mm, x right, y down) */
      from: number[];
      /** The opposite corner ([x, y] in mm, x right, y down) */
      to: number[];
      /** A layer, e.g. F.SilkS. */
      layer: string;
      /** Direction of the text: a multiple of 90 (degrees, counter-clockwise) */
      angle?: number;
      /** Whether the border is drawn; true when left out. */
      border?: boolean;
      /** Width of the border (mm) */
      lineWidth?: number;
      /** Between border and text (mm) */
      margin?: number;
      /** Height of the letters, or [width, height] (mm); the project's for the layer when left out. */
      size?: number | number[];
      /** Pen width; the project's for the layer when left out (mm) */
      thickness?: number;
      /** Bold. */
      bold?: boolean;
      /** Italic. */
      italic?: boolean;
      /** Mirrored; left out: on layers of the back. */
      mirror?: boolean;
      /** An outline font's name; KiCad's stroke font when left out. */
      face?: string;
      /** left (default, as in KiCad), center or right. */
      hAlign?: "left" | "center" | "right";
      /** top, center or bottom (default, as in KiCad). */
      vAlign?: "top" | "center" | "bottom";
    };
    result: EditResult;
  };
  /** Adds a text. Size and pen are the project's for the layer, as in KiCad; on layers of the back it is mirrored. Variables such as ${REVISION} are resolved when it is shown. */
  "pcb.addText": {
    args: EditArgs & {
      /** The text; \n begins a new line. */
      text: string;
      /** Its anchor ([x, y] in mm, x right, y down) */
      at: number[];
      /** A layer, e.g. F.SilkS. */
      layer: string;
      /** Its direction (degrees, counter-clockwise) */
      angle?: number;
      /** Height of the letters, or [width, height] (mm); the project's for the layer when left out. */
      size?: number | number[];
      /** Pen width; the project's for the layer when left out (mm) */
      thickness?: number;
      /** Bold. */
      bold?: boolean;
      /** Italic. */
      italic?: boolean;
      /** Mirrored; left out: on layers of the back. */
      mirror?: boolean;
      /** An outline font's name; KiCad's stroke font when left out. */
      face?: string;
      /** left (default, as in KiCad), center or right. */
      hAlign?: "left" | "center" | "right";
      /** top, center or bottom (default, as in KiCad). */
      vAlign?: "top" | "center" | "bottom";
      /** Cut out of a filled box. */
      knockout?: boolean;
    };
    result: EditResult;
  };
  /** Adds a copper track along points, one straight segment for each pair. Without `net` it takes the net of the copper that its ends touch; without `width` the width that the net's tracks have most. Where it touches a pad of another net it takes that one, as in KiCad, and so does what hangs on it. */
  "pcb.addTrack": {
    args: EditArgs & {
      /** A copper layer, e.g. F.Cu. */
      layer: string;
      /** The net's name; a new name makes a new net. */
      net?: string;
      /** Track width (mm) */
      width?: number;
      /** The corners ([[x, y], …] in mm) */
      pts: number[][];
    };
    result: EditResult;
  };
  /** Adds a via. Without `net` it takes the net of the copper at its place; without `size` and `drill` those that the net's vias have most. */
  "pcb.addVia": {
    args: EditArgs & {
      /** Its centre ([x, y] in mm, x right, y down) */
      at: number[];
      /** The net's name; a new name makes a new net. */
      net?: string;
      /** Outer diameter (mm) */
      size?: number;
      /** Hole diameter (mm) */
      drill?: number;
      /** First and last copper layer. */
      layers?: string[];
      /** through (default), blind (also for buried vias) or micro. */
      type?: "through" | "blind" | "micro";
    };
    result: EditResult;
  };
  /** Adds a copper zone: a polygon (pts), rectangle (from, to) or circle (center, radius). pcb.fillZones fills it. */
  "pcb.addZone": {
    args: EditArgs & {
      /** Copper layers. */
      layers: string[];
      /** Its net. */
      net?: string;
      /** Corners ([[x, y], …] in mm) */
      pts?: number[][];
      /** Rectangle: a corner */
      from?: number[];
      /** Rectangle: the opposite corner */
      to?: number[];
      /** Circle: its centre */
      center?: number[];
      /** Circle: its radius (mm) */
      radius?: number;
      /** Corners of each hole */
      holes?: number[][][];
      /** Its name. */
      name?: string;
      /** Higher is filled first. */
      priority?: number;
      /** To other nets; default 0.5 (mm) */
      clearance?: number;
      /** Thinnest copper kept; default 0.25 (mm) */
      minWidth?: number;
      /** How its net's pads join; default thermal. */
      pads?: "thermal" | "solid" | "none" | "thermalForHoles";
      /** Default 0.5 (mm) */
      thermalGap?: number;
      /** Default 0.5 (mm) */
      spokeWidth?: number;
      /** Its corners. */
      smoothing?: "chamfer" | "fillet";
      /** Default 1 (mm) */
      smoothingRadius?: number;
      /** When islands go; default always. */
      islands?: "always" | "never" | "belowArea";
      /** For belowArea (mm²). */
      islandArea?: number;
      /** Copper as a grid. */
      hatch?: { width: number; gap: number; angle?: number };
    };
    result: EditResult;
  };
  /** Brings items into line by their boxes (a footprint's without its texts), as KiCad's Align: left and right edges, top and bottom edges, or middles (centerX: one above the other; centerY: side by side). They go by `to`, else by a locked one among them, else by the outermost; for middles by the one farthest left or up. Groups go as a whole. */
  "pcb.align": {
    args: EditArgs & {
      /** What to align: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** left, right, top, bottom, centerX or centerY. */
      side: "left" | "right" | "top" | "bottom" | "centerX" | "centerY";
      /** The item that the others go by; it stays. */
      to?: string;
      /** Change locked items too. */
      force?: boolean;
      /** Only the named members of a group, not the whole group. */
      alone?: boolean;
    };
    result: EditResult;
  };
  /** Copies items into a grid (columns, rows, step) or a circle (count about center), as KiCad's Create Array; the originals are the array's first place. Grid: `step` is the way to the next column and row, `stagger` shifts every second row by a part of it. Circle: `angle` is the way from one to the next, a full turn shared out when left out; copies turn along unless `turn` is false. Footprints get free references in the order of the copies. */
  "pcb.array": {
    args: EditArgs & {
      /** What to copy: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** Columns of a grid, the originals' included. */
      columns?: number;
      /** Rows of a grid, the originals' included. */
      rows?: number;
      /** Way to the next column (x) and the next row (y) ([x, y] in mm, x right, y down) */
      step?: number[];
      /** How far every second row is shifted along x (mm) */
      stagger?: number;
      /** Places on a circle, the originals' included. */
      count?: number;
      /** Centre of the circle ([x, y] in mm, x right, y down) */
      center?: number[];
      /** From one place on the circle to the next (degrees, counter-clockwise) */
      angle?: number;
      /** Copies on a circle turn along (default). */
      turn?: boolean;
      /** new (default): copied footprints get the next free references; keep: the same, as KiCad does. */
      references?: "new" | "keep";
      /** Only the named members of a group, not the whole group. */
      alone?: boolean;
    };
    result: EditResult;
  };
  /** Gives nets a net class, by patterns in the project file, as one undoable change. A pattern is a net's full name, or has * and ? in it, or is a regular expression; a net may have several classes. `path` is the board or the .kicad_pro file. */
  "pcb.assignNetclass": {
    args: EditArgs & {
      /** The class, made with pcb.setNetclass. */
      netClass: string;
      /** Nets or patterns: GND, /CLK*, D[0..7]. */
      patterns: string[];
      /** Take these patterns away from the class. */
      remove?: boolean;
    };
    result: EditResult;
  };
  /** Takes away what does nothing, as KiCad's Cleanup Tracks & Vias and Cleanup Graphics: tracks of no length and twice the same, vias at one place and on through-hole pads, straight pieces in one line (joined into one); when asked also loose ends, shorts and tracks inside pads. Of drawings: those of no size and twice the same. */
  "pcb.cleanup": {
    args: EditArgs & {
      /** Only these; everything when left out: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items?: string | string[];
      /** Tracks and drawings that are there twice; true when left out. */
      duplicates?: boolean;
      /** Redundant vias; true when left out. */
      vias?: boolean;
      /** Straight pieces in one line become one; true when left out. */
      merge?: boolean;
      /** Tracks with an end that touches nothing, and vias that join nothing; false when left out. */
      dangling?: boolean;
      /** Tracks and vias that touch another net's; false when left out. */
      shorts?: boolean;
      /** Tracks wholly inside a pad; false when left out. */
      inPads?: boolean;
      /** Drawings too; true when left out. */
      graphics?: boolean;
      /** Change locked items too. */
      force?: boolean;
    };
    result: EditResult;
  };
  /** Deletes items; a group goes with its members. Deleted items leave the groups that list them. For footprints the notes tell which nets lost pads. */
  "pcb.delete": {
    args: EditArgs & {
      /** What to delete: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** Change locked items too. */
      force?: boolean;
    };
    result: EditResult;
  };
  /** Spaces three or more items evenly between the first and the last, which stay: equal gaps between their boxes, or (`by: centers`) equal distances of their middles, as KiCad's Distribute. Groups go as a whole. */
  "pcb.distribute": {
    args: EditArgs & {
      /** What to space: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** x: side by side; y: one above the other. */
      along: "x" | "y";
      /** gaps (default) or centers. */
      by?: "gaps" | "centers";
      /** Change locked items too. */
      force?: boolean;
      /** Only the named members of a group, not the whole group. */
      alone?: boolean;
    };
    result: EditResult;
  };
  /** Copies items, moved by a vector; a group is copied with its members. Copies of footprints keep the nets of their pads, get free references (KiCad's Duplicate keeps them) and are no longer tied to the schematic. Copies are not locked. */
  "pcb.duplicate": {
    args: EditArgs & {
      /** What to copy: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** Where the copies go, from the originals; [1, 1] when left out ([x, y] in mm, x right, y down) */
      by?: number[];
      /** new (default): copied footprints get the next free references; keep: the same, as KiCad does. */
      references?: "new" | "keep";
      /** Only the named members of a group, not the whole group. */
      alone?: boolean;
    };
    result: EditResult;
  };
  /** Puts another footprint in the place of some: reference, value, fields, place, side, lock, nets by pad, symbol link stay. */
  "pcb.exchangeFootprint": {
    args: EditArgs & {
      /** Footprints: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** The new one: Library:Name, or the path of a .kicad_mod file. */
      footprint: string;
      /** Whether fields take place, layer, size and visibility from the library; true when left out. */
      resetFields?: boolean;
      /** Whether fabrication attributes (but not dnp) and own clearances are the library's; true when left out. */
      resetAttributes?: boolean;
      /** Whether fields and texts that the library's footprint lacks go; false when left out. */
      removeExtra?: boolean;
    };
    result: EditResult;
  };
  /** Fills zones as KiCad's Fill All Zones: all, those named, or with `stale` those whose copper would change by more than a few micrometres. */
  "pcb.fillZones": {
    args: EditArgs & {
      /** Zones or nets: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      zones?: string | string[];
      /** Only what is out of date. */
      stale?: boolean;
    };
    result: EditResult;
  };
  /** Rounds the corners between the named tracks, or between named lines, by arcs of a radius, as KiCad's Fillet Tracks and Fillet Lines; rectangles and polygons get round corners of their own. A corner counts where exactly two ends meet and no via or pad sits there, and both sides are long enough; the notes tell how many did not. */
  "pcb.fillet": {
    args: EditArgs & {
      /** Tracks, lines, rectangles or polygons: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** Radius of the arcs (mm) */
      radius: number;
      /** Change locked items too. */
      force?: boolean;
      /** Only the named members of a group, not the whole group. */
      alone?: boolean;
    };
    result: EditResult;
  };
  /** Turns items over to the other side of the board, as KiCad's Flip: places are mirrored about an axis through `center` (their own place when left out: a footprint's anchor, else the middle of all items), layers change for those of the other side, texts are mirrored. Inner layers change places too (KiCad 9 leaves them). Fills of zones are mirrored along; fill zones anew afterwards. */
  "pcb.flip": {
    args: EditArgs & {
      /** What to flip: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** left-right (default): as one turns a page; top-bottom: about a horizontal axis. */
      direction?: "left-right" | "top-bottom";
      /** What the axis goes through ([x, y] in mm, x right, y down) */
      center?: number[];
      /** Change locked items too. */
      force?: boolean;
      /** Only the named members of a group, not the whole group. */
      alone?: boolean;
    };
    result: EditResult;
  };
  /** Puts items into a new group, so that they move together; they leave the groups that they were in. Groups may be members too. A group that is left without members goes. */
  "pcb.group": {
    args: EditArgs & {
      /** The members: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** The group's name. */
      name?: string;
      /** Change locked items too. */
      force?: boolean;
    };
    result: EditResult;
  };
  /** Brings a DXF or SVG drawing onto a layer: lines, arcs, circles, polylines, curves, filled polygons. Sizes are the drawing's (DXF by its unit, SVG by its page), times scale; its origin comes to `at`. Texts, pictures and DXF splines by fit points only are left out and told. The new drawings are one group, unless group is false. */
  "pcb.importGraphics": {
    args: EditArgs & {
      /** A layer, e.g. Edge.Cuts. */
      layer: string;
      /** A .dxf or .svg file, relative to the board's folder. */
      file?: string;
      /** Instead: the drawing itself. */
      text?: string;
      /** Where its origin goes; [0, 0] when left out ([x, y] in mm, x right, y down) */
      at?: number[];
      /** Size as a factor; 1 when left out. */
      scale?: number;
      /** Line width; the project's for the layer when left out (mm) */
      width?: number;
      /** Whether the drawings become one group; true when left out. */
      group?: boolean;
    };
    result: EditResult;
  };
  /** Locks items against edits; a group with all its members. Commands refuse locked items unless told to with force. */
  "pcb.lock": {
    args: EditArgs & {
      /** What to lock: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
    };
    result: EditResult;
  };
  /** Moves items by a vector, or so that their place (a footprint's anchor, else the middle) comes to a point. A group moves as a whole, also when one of its members is named, unless `alone` says otherwise. Tracks and vias that then touch pads of one other net take it, as in KiCad; with pads of several nets all stays, and the notes say so. */
  "pcb.move": {
    args: EditArgs & {
      /** What to move: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** How far ([x, y] in mm, x right, y down) */
      by?: number[];
      /** Where to ([x, y] in mm, x right, y down) */
      to?: number[];
      /** Change locked items too. */
      force?: boolean;
      /** Only the named members of a group, not the whole group. */
      alone?: boolean;
    };
    result: EditResult;
  };
  /** Places a footprint of a library: of the project's table, the global one, a `.pretty` folder in the project, or a `.kicad_mod` file. Find one with lib.search. Nets that the board does not have yet are made. */
  "pcb.placeFootprint": {
    args: EditArgs & {
      /** Library:Name (Resistor_SMD:R_0603_1608Metric), or the path of a .kicad_mod file. */
      footprint: string;
      /** Place of its anchor ([x, y] in mm, x right, y down) */
      at: number[];
      /** Angle (degrees, counter-clockwise) */
      rotation?: number;
      /** front when left out; on the back it is turned over as KiCad's Flip does. */
      side?: "front" | "back";
      /** Reference, e.g. R1; as in the library when left out. */
      reference?: string;
      /** Value, e.g. 10k; as in the library when left out. */
      value?: string;
      /** Nets by pad number: { "1": "GND", "2": "VCC" }. */
      padNets?: Record<string, string>;
      /** Values of further fields by name; new ones are hidden. */
      fields?: Record<string, string>;
      /** Whether it is locked. */
      locked?: boolean;
    };
    result: EditResult;
  };
  /** Gives footprints new numbers by where they are, as KiCad's Geographical Reannotate: each letter starts anew, first the front, then the back, seen from behind, goes on. The schematic beside the board gets the same references in the same change, unless `schematic` is false. The notes tell the new names. */
  "pcb.renumber": {
    args: EditArgs & {
      /** Only these; all footprints when left out: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items?: string | string[];
      /** right-down (default): row by row from the top left; down-right: column by column. */
      order?: "down-right" | "right-down";
      /** Places within so much count as one row or column; 1 when left out (mm) */
      grid?: number;
      /** First number; 1 when left out. */
      start?: number;
      /** First number on the back; the front's go on when left out. */
      backStart?: number;
      /** Locked footprints keep their numbers; false when left out. */
      keepLocked?: boolean;
      /** Whether the schematic is renamed too; true when left out. */
      schematic?: boolean;
    };
    result: EditResult;
  };
  /** Turns items counter-clockwise about `center`, or about their own place: a footprint's anchor, else the middle of all items. A rectangle not turned by right angles becomes a polygon, a picture turns by quarters. A group turns as a whole unless `alone`. */
  "pcb.rotate": {
    args: EditArgs & {
      /** What to turn: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** How far (degrees, counter-clockwise) */
      angle: number;
      /** What to turn about ([x, y] in mm, x right, y down) */
      center?: number[];
      /** Change locked items too. */
      force?: boolean;
      /** Only the named members of a group, not the whole group. */
      alone?: boolean;
    };
    result: EditResult;
  };
  /** Lays both tracks of a differential pair side by side on one layer; width and gap are the net class's unless given. `from` and `to` name a pad, a track or a via of either net; what the other net has nearest to them goes with them. It walks round what is in the way, keeps all distances or changes nothing, and puts no vias. */
  "pcb.routePair": {
    args: EditArgs & {
      /** A pad (J1.2), or a track or via by its id, of either net. */
      from: string;
      /** The same at the other end. */
      to: string;
      /** Copper layer; the first that all pads are on. */
      layer?: string;
      /** Width of each track; the net class's when left out (mm) */
      width?: number;
      /** Gap between them; the net class's when left out (mm) */
      gap?: number;
    };
    result: EditResult;
  };
  /** Lays one track from pin to pin, or along points, with corners of 45 or 90 degrees, and vias where the layer changes. Width and via come from the net's class, unless given. Everything is checked against clearances of net classes, pads, the board's constraints and custom rules about clearance (other custom rules are DRC's); fills of zones make room when filled anew. From pin to pin it walks round what is in the way, on all copper layers that `layers` allows; when it finds no way it changes nothing and says so. Nothing that is there is moved, unless `collisions` says so. */
  "pcb.route": {
    args: EditArgs & {
      /** Where it begins: a pad (R1.2), a via or a track by its id, or [x, y] in mm */
      from?: string | number[];
      /** Where it ends: a pad (R1.2), a via or a track by its id, or [x, y] in mm */
      to?: string | number[];
      /** Instead of a search: the places to go by, after from and before to when those are given ([[x, y], …] in mm) */
      pts?: number[][];
      /** Layers it may use, all copper layers when left out; with pts: the layer of each leg, or one for all. */
      layers?: string[];
      /** Its net; that of the ends when left out. */
      net?: string;
      /** Track width; the net class's when left out (mm) */
      width?: number;
      /** Via diameter; the net class's when left out (mm) */
      viaSize?: number;
      /** Via hole; the net class's when left out (mm) */
      viaDrill?: number;
      /** Whether it may change layers; true when left out. */
      vias?: boolean;
      /** 45 (default), 90, or with pts any: straight from place to place. */
      corners?: "45" | "90" | "any";
      /** With pts, what is too near: refuse (default), shove: tracks are pushed aside, around: legs go round it. */
      collisions?: "refuse" | "shove" | "around";
      /** false: lay it along pts although it comes too near to something. */
      check?: boolean;
    };
    result: EditResult;
  };
  /** Sets what the board has to keep everywhere (least clearance, widths, holes …) in the project file, as one undoable change. `path` is the board or the .kicad_pro file; project.describe shows what holds. */
  "pcb.setConstraints": {
    args: EditArgs & {
      /** Least clearance of copper (mm). */
      minClearance?: number;
      /** Least width of a connection within a zone (mm). */
      minConnection?: number;
      /** Least width of a track (mm). */
      minTrackWidth?: number;
      /** Least annular ring of a via (mm). */
      minViaAnnularWidth?: number;
      /** Least diameter of a via (mm). */
      minViaDiameter?: number;
      /** Least through hole (mm). */
      minThroughHole?: number;
      /** Least diameter of a microvia (mm). */
      minMicroviaDiameter?: number;
      /** Least hole of a microvia (mm). */
      minMicroviaDrill?: number;
      /** Least distance of two holes (mm). */
      minHoleToHole?: number;
      /** Least clearance of a hole to copper (mm). */
      minHoleClearance?: number;
      /** Least clearance of copper to the board's edge (mm). */
      minCopperEdgeClearance?: number;
      /** Least clearance of silkscreen to mask openings (mm). */
      minSilkClearance?: number;
      /** Least width of a groove, for creepage (mm). */
      minGroove?: number;
      /** Least height of silkscreen text (mm). */
      minTextHeight?: number;
      /** Least line width of silkscreen text (mm). */
      minTextThickness?: number;
      /** Least number of spokes of a thermal relief. */
      minSpokes?: number;
      /** Least clearance of mask openings to other nets' copper (mm). */
      solderMaskToCopper?: number;
      /** How far a polygon may be from the arc that it stands for (mm). */
      maxError?: number;
      /** Whether a via's height counts in track lengths. */
      useHeightForLength?: boolean;
      /** Whether microvias are allowed (KiCad 8 and older). */
      allowMicrovias?: boolean;
      /** Whether blind and buried vias are allowed (KiCad 8 and older). */
      allowBlindVias?: boolean;
    };
    result: EditResult;
  };
  /** Adds design rules to the board's .kicad_dru file, replaces those of the same name, and takes others away, as one undoable change; rules that are not named stay as they are, with their comments. `path` is the board or the .kicad_dru file; query.items on that file lists its rules. */
  "pcb.setCustomRules": {
    args: EditArgs & {
      /** Rules in KiCad's language, one each: (rule name (constraint clearance (min 1mm)) (condition "…")). */
      rules?: string[];
      /** Names of rules to take away. */
      remove?: string[];
      /** Take all rules away that are not given here. */
      removeOthers?: boolean;
    };
    result: EditResult;
  };
  /** Brings items to another layer without moving them: tracks to a copper layer, graphics, texts, dimensions, pictures to any, a zone to one layer instead of its own. Texts are not mirrored, as in KiCad. A group brings its members. */
  "pcb.setLayer": {
    args: EditArgs & {
      /** What to bring there: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** The layer, e.g. B.Cu or F.Fab. */
      layer: string;
      /** Change locked items too. */
      force?: boolean;
      /** Only the named members of a group, not the whole group. */
      alone?: boolean;
    };
    result: EditResult;
  };
  /** Sets the number of copper layers, adds and removes other layers, and names them. A layer that still holds items is not removed: move or delete them first. */
  "pcb.setLayers": {
    args: EditArgs & {
      /** Number of copper layers, even. */
      copper?: number;
      /** Layers to add, e.g. User.1, F.Adhes. */
      add?: string[];
      /** Layers to remove. */
      remove?: string[];
      /** What to call layers: { "In1.Cu": "GND" }; "" for KiCad's name. */
      names?: Record<string, string>;
      /** Types: { "In1.Cu": "power" }. */
      types?: Record<string, "signal" | "power" | "mixed" | "jumper" | "user" | "front" | "back">;
    };
    result: EditResult;
  };
  /** Gives tracks, vias, zones, copper graphics and pads another net; a new name makes a new net, an empty one takes the net away. A net's name as `items` takes all its tracks, vias, zones and graphics. A pad's net comes from the schematic: the next update from there sets it back. */
  "pcb.setNet": {
    args: EditArgs & {
      /** What gets the net: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** The net's name; empty for none. */
      net: string;
      /** Change locked items too. */
      force?: boolean;
    };
    result: EditResult;
  };
  /** Makes a net class or changes it, in the project file, as one undoable change. Of several classes of a net the one with the lowest priority decides, property by property. `path` is the board or the .kicad_pro file; give nets the class with pcb.assignNetclass, see all with query.netclasses. */
  "pcb.setNetclass": {
    args: EditArgs & {
      /** The class's name, e.g. Power. */
      name: string;
      /** Clearance to other nets (mm); null leaves it to the classes below, Default at last. */
      clearance?: number | null;
      /** Width of tracks (mm); null leaves it to the classes below, Default at last. */
      trackWidth?: number | null;
      /** Diameter of vias (mm); null leaves it to the classes below, Default at last. */
      viaDiameter?: number | null;
      /** Hole of vias (mm); null leaves it to the classes below, Default at last. */
      viaDrill?: number | null;
      /** Diameter of microvias (mm); null leaves it to the classes below, Default at last. */
      microviaDiameter?: number | null;
      /** Hole of microvias (mm); null leaves it to the classes below, Default at last. */
      microviaDrill?: number | null;
      /** Width of a differential pair's tracks (mm); null leaves it to the classes below, Default at last. */
      pairWidth?: number | null;
      /** Gap of a differential pair (mm); null leaves it to the classes below, Default at last. */
      pairGap?: number | null;
      /** Gap of a differential pair's vias (mm); null leaves it to the classes below, Default at last. */
      pairViaGap?: number | null;
      /** Width of wires in the schematic (mm); null leaves it to the classes below, Default at last. */
      wireWidth?: number | null;
      /** Width of buses in the schematic (mm); null leaves it to the classes below, Default at last. */
      busWidth?: number | null;
      /** The lower the stronger; behind all others when left out. */
      priority?: number;
      /** Colour on the board: [red, green, blue, opacity] with 0..255 and 0..1; null for none. */
      color?: number[] | null;
      /** Take the class away, with the patterns that give it to nets. */
      remove?: boolean;
    };
    result: EditResult;
  };
  /** Sets the origin of drill and placement files, of the grid, or both. */
  "pcb.setOrigin": {
    args: EditArgs & {
      /** Origin of drill and placement files; null: the page's corner */
      aux?: number[] | null;
      /** Origin of the grid; null: the page's corner */
      grid?: number[] | null;
    };
    result: EditResult;
  };
  /** Draws the board's edge on Edge.Cuts in place of the one that is there: a rectangle from, to (corners rounded by radius), a circle center, diameter, or a polygon pts (corners rounded by radius). With `add` what is there stays: a cut-out, or another board of a panel. Lines are as wide as the project says. Footprints' own edges stay in any case. */
  "pcb.setOutline": {
    args: EditArgs & {
      /** A corner of the rectangle ([x, y] in mm, x right, y down) */
      from?: number[];
      /** The opposite corner ([x, y] in mm, x right, y down) */
      to?: number[];
      /** Centre of the circle ([x, y] in mm, x right, y down) */
      center?: number[];
      /** Diameter of the circle (mm) */
      diameter?: number;
      /** Corners of the polygon ([[x, y], …] in mm) */
      pts?: number[][];
      /** Radius of the corners (mm) */
      radius?: number;
      /** Line width; the project's when left out (mm) */
      width?: number;
      /** Keep what is on Edge.Cuts. */
      add?: boolean;
      /** Change locked items too. */
      force?: boolean;
    };
    result: EditResult;
  };
  /** Sets the sheet of paper: a size by its name, or User with width and height (mm); upright or not. */
  "pcb.setPage": {
    args: EditArgs & {
      /** A4, A3, USLetter, User, … */
      size?:
        | "A5"
        | "A4"
        | "A3"
        | "A2"
        | "A1"
        | "A0"
        | "A"
        | "B"
        | "C"
        | "D"
        | "E"
        | "GERBER"
        | "USLetter"
        | "USLegal"
        | "USLedger"
        | "User";
      /** Width of a User page (mm) */
      width?: number;
      /** Height of a User page (mm) */
      height?: number;
      /** Whether it stands upright. */
      portrait?: boolean;
    };
    result: EditResult;
  };
  /** Sets properties of items, pads, fields, texts and parts of the file (setup#1), also of a footprint's file, by the names and in the units that query.item shows and query.schema explains: { "width": 0.3, "layer": "B.Cu", "locked": true }. Objects such as effects, fill or teardrops may be given in part; rows of a list too, each in its place. */
  "pcb.setProperties": {
    args: EditArgs & {
      /** What to change: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** New values by property name, as query.items shows them. */
      properties: Record<string, unknown>;
      /** Change locked items too. */
      force?: boolean;
    };
    result: EditResult;
  };
  /** Sets how the board is built: all layers from the top (every copper layer, a dielectric between each two), or only the finish and the edges. The board's thickness follows from the layers. */
  "pcb.setStackup": {
    args: EditArgs & {
      /** All layers from the top. */
      layers?: {
        name: string;
        type?: string;
        thickness?: number;
        material?: string;
        epsilonR?: number;
        lossTangent?: number;
        color?: string;
        locked?: boolean;
        sheets?: {
          thickness?: number;
          material?: string;
          epsilonR?: number;
          lossTangent?: number;
          color?: string;
          locked?: boolean;
        }[];
      }[];
      /** None, ENIG, HAL lead-free, Immersion tin, … */
      copperFinish?: string;
      /** Whether the impedance is to be controlled. */
      dielectricConstraints?: boolean;
      /** null for none. */
      edgeConnector?: "yes" | "bevelled" | null;
      /** Whether there are castellated pads. */
      castellatedPads?: boolean;
      /** Whether edges are plated. */
      edgePlating?: boolean;
    };
    result: EditResult;
  };
  /** Sets what is given of the board's title block and leaves the rest; an empty text takes it away. */
  "pcb.setTitleBlock": {
    args: EditArgs & {
      /** The title. */
      title?: string;
      /** The date, in any form; KiCad writes 2026-11-30. */
      date?: string;
      /** The revision. */
      rev?: string;
      /** The company. */
      company?: string;
      /** Comments by number: { "1": "…" }. */
      comments?: Record<string, string>;
    };
    result: EditResult;
  };
  /** Sets the width of tracks and drawn lines and the size and hole of vias, to given values or (`netClass`) to those of each net's class, as KiCad's Edit Track & Via Properties. Items that a value means nothing to are left as they are. */
  "pcb.setWidth": {
    args: EditArgs & {
      /** What to change: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** Width of tracks and lines (mm) */
      width?: number;
      /** Outer diameter of vias (mm) */
      viaSize?: number;
      /** Hole diameter of vias (mm) */
      viaDrill?: number;
      /** Take all values from the nets' classes. */
      netClass?: boolean;
      /** Change locked items too. */
      force?: boolean;
      /** Only the named members of a group, not the whole group. */
      alone?: boolean;
    };
    result: EditResult;
  };
  /** Sets vias of a net on a grid wherever its zones lie over each other on two layers or more (their fill when they are filled, else their outline), clear of all other copper, holes, the board's edge and areas that forbid vias, and with the whole via inside the copper. Fill zones anew afterwards. KiCad has no such tool of its own. */
  "pcb.stitch": {
    args: EditArgs & {
      /** The net of the zones, e.g. GND. */
      net: string;
      /** Distance of the vias (mm) */
      pitch: number;
      /** A corner of the part of the board that is stitched ([x, y] in mm, x right, y down) */
      from?: number[];
      /** The opposite corner ([x, y] in mm, x right, y down) */
      to?: number[];
      /** Via diameter; the net class's when left out (mm) */
      size?: number;
      /** Via hole; the net class's when left out (mm) */
      drill?: number;
      /** Every second row is shifted by half a pitch. */
      stagger?: boolean;
    };
    result: EditResult;
  };
  /** Exchanges the places of two items, or passes them round among several (each takes the place of the one before), as KiCad's Swap. Footprints take over side and angle as well; other items of one kind their layer. Tracks stay where they are. */
  "pcb.swap": {
    args: EditArgs & {
      /** Two or more items: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** Change locked items too. */
      force?: boolean;
      /** Only the named members of a group, not the whole group. */
      alone?: boolean;
    };
    result: EditResult;
  };
  /** Widens tracks where they run into pads and vias, as KiCad 9's Set Teardrops: the items are told so, and all teardrops of the board are made anew and filled (zones of their nets, named $teardrop_padvia$). What is not given comes from the item, else from the project's teardrop parameters, else is KiCad's own. Differences from KiCad: a track that crosses a pad gets its two teardrops and not a third, flat one; other zones are not filled again (pcb.fillZones does that). Later edits of tracks, vias and pads take their teardrops along. */
  "pcb.teardrops": {
    args: EditArgs & {
      /** Pads, vias, footprints (all their pads) or nets; left out: what the project's teardrop options name: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items?: string | string[];
      /** add (default) turns teardrops on for the items, remove turns them off; update only makes all of them anew. */
      do?: "add" | "update" | "remove";
      /** Length as a part of the pad's size. */
      lengthRatio?: number;
      /** Greatest length (mm) */
      maxLength?: number;
      /** Width as a part of the pad's size. */
      widthRatio?: number;
      /** Greatest width (mm) */
      maxWidth?: number;
      /** Curved sides. */
      curved?: boolean;
      /** Tracks as wide as this part of the pad get none. */
      filterRatio?: number;
      /** Whether they may go on into the next track. */
      twoTracks?: boolean;
      /** Pads that a zone of their net covers get them too. */
      inZones?: boolean;
    };
    result: EditResult;
  };
  /** Takes the filled copper out of zones. */
  "pcb.unfillZones": {
    args: EditArgs & {
      /** Zones or nets; default all: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      zones?: string | string[];
    };
    result: EditResult;
  };
  /** Dissolves groups: those named, or those that the named items are members of. The members stay where they are. */
  "pcb.ungroup": {
    args: EditArgs & {
      /** The groups, or members of them: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** Change locked items too. */
      force?: boolean;
    };
    result: EditResult;
  };
  /** Unlocks items; a group with all its members. */
  "pcb.unlock": {
    args: EditArgs & {
      /** What to unlock: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
    };
    result: EditResult;
  };
  /** Takes tracks and vias away: of nets, of footprints and pads (all tracks that hang together with them on the net), or `between` two pads the ones on the shortest way from one to the other. Zones stay. Locked tracks stay and are told, unless force says otherwise. */
  "pcb.unroute": {
    args: EditArgs & {
      /** Nets to take apart. */
      nets?: string[];
      /** Footprints or pads whose tracks go, or tracks and vias themselves: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items?: string | string[];
      /** Two pads: ["R1.2", "U1.3"]. */
      between?: string[];
      /** Change locked items too. */
      force?: boolean;
    };
    result: EditResult;
  };
  /** Takes footprints anew from their libraries, keeping what pcb.exchangeFootprint keeps; the notes report every change. */
  "pcb.updateFootprints": {
    args: EditArgs & {
      /** Footprints; all when left out: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items?: string | string[];
      /** Whether fields take place, layer, size and visibility from the library; false when left out. */
      resetFields?: boolean;
      /** Whether fabrication attributes (but not dnp) and own clearances are the library's; false when left out. */
      resetAttributes?: boolean;
      /** Whether fields and texts that the library's footprint lacks go; false when left out. */
      removeExtra?: boolean;
    };
    result: EditResult;
  };
  /** The bill of materials of a schematic and all sheets below it as a table of text (CSV), as KiCad writes it: columns, grouping, filters, presets of the project file, and the marks between fields and references. */
  "project.bom": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** A preset of the project file, by name; `project` for the table as it was left. */
      preset?: string;
      /** Columns: Reference, Value, any field, or KiCad's QUANTITY, DNP, ITEM_NUMBER, … as variables. */
      fields?: string[];
      /** Their heads, in the same order. */
      labels?: string[];
      /** Parts that are alike in these share a row. */
      groupBy?: string[];
      /** Reference when left out. */
      sortField?: string;
      /** Sort the other way round. */
      descending?: boolean;
      /** Only references with this in them; * and ? stand for any signs: R*, U1? */
      filter?: string;
      /** As this variant is built (KiCad 10). */
      variant?: string;
      /** Leave out parts that are not populated. */
      excludeDnp?: boolean;
      /** Also parts that are not in the bill of materials. */
      includeExcluded?: boolean;
      /** Between columns; a comma when left out. */
      fieldDelimiter?: string;
      /** Around each value; a double quote when left out. */
      stringDelimiter?: string;
      /** Between references; a comma when left out. */
      refDelimiter?: string;
      /** Between the ends of a run (R1-R4); empty for no runs, - when left out. */
      refRangeDelimiter?: string;
      /** Keep tabs in values. */
      keepTabs?: boolean;
      /** Keep line breaks in values. */
      keepLineBreaks?: boolean;
      /** Write it to this file; else it is in the answer. */
      out?: string;
    };
    result: { text?: string; out?: string; rows: number; parts: number; notes?: string[] };
  };
  /** What a project is: its files, the KiCad that wrote it, text variables, net classes, what the board has to keep, and which violations are ranked differently than KiCad does. */
  "project.describe": {
    args: {
      /** The board, the root schematic or the .kicad_pro file. */
      path: string;
    };
    result: {
      path: string;
      files: string[];
      version: number;
      kicad: string;
      sheets: string[];
      textVariables: Record<string, string>;
      netClasses: string[];
      constraints: Record<string, unknown>;
      severities: { drc: Record<string, string>; erc: Record<string, string> };
      exclusions: { drc: number; erc: number };
      local?: { layerPreset: string; hiddenNets: string[]; files: string[] };
      jobSets: {
        path: string;
        jobs: { id: string; type: string; description: string }[];
        outputs: { id: string; type: string; description: string; path: string; only: string[] }[];
      }[];
      problems: unknown[];
    };
  };
  /** Writes what a board is made from: Gerber X2 of each layer, Excellon drills, positions, BOM (from the schematic beside it) and the job file. Fills that are out of date are made anew for it; the board is not changed. */
  "project.fabricate": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Folder; fab beside the board when left out. */
      out?: string;
      /** Layers, * for any letters; copper, mask, paste, silk and Edge.Cuts when left out. */
      layers?: string[];
      /** Where 0, 0 is: the page's corner (default) or the drill origin. */
      origin?: "absolute" | "drill";
      /** Also all in one .zip. */
      zip?: boolean;
      /** List the files, write none. */
      dryRun?: boolean;
    };
    result: {
      folder: string;
      files: { name: string; kind: string; layer?: string; count: number }[];
      refilled: { zone: string; net: string; layers: string[] }[];
      notes?: string[];
      dryRun?: boolean;
    };
  };
  /** The netlist of a schematic and all sheets below it, for board programs: KiCad's own format or its XML, OrcadPCB2, PADS, Allegro or Cadstar (parts that stay off the board are left out, as KiCad does); or for simulation: SPICE, as a whole or (`spicemodel`) as a circuit with the root's hierarchical labels as pins. */
  "project.netlist": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** kicad, xml, orcadpcb2, pads, allegro, cadstar, spice, spicemodel; kicad when left out. */
      format?: "kicad" | "xml" | "orcadpcb2" | "pads" | "allegro" | "cadstar" | "spice" | "spicemodel";
      /** Write it to this file; else it is in the answer. */
      out?: string;
    };
    result: { text?: string; out?: string; components: number; nets: number; notes?: string[] };
  };
  /** Makes a project: a folder with a project file, an empty schematic and an empty board, in the form of KiCad 9. It is built out of sight and appears whole or not at all; nothing that is there is overwritten. */
  "project.new": {
    args: {
      /** The project's folder, to be made; its name is the project's unless `name` is given. */
      folder: string;
      /** The project's name, which its files get. */
      name?: string;
      /** A folder with a project to start from, or a KiCad template's name; copper and paper are its own. */
      template?: string;
      /** How many copper layers: 2 (default), 4, 6, … 32. */
      copper?: number;
      /** Page size of both; A4 when left out. */
      paper?:
        | "A5"
        | "A4"
        | "A3"
        | "A2"
        | "A1"
        | "A0"
        | "A"
        | "B"
        | "C"
        | "D"
        | "E"
        | "USLetter"
        | "USLegal"
        | "USLedger";
      /** Whether board and schematic are opened; true when left out. */
      open?: boolean;
    };
    result: { folder: string; project: string; schematic: string; board: string };
  };
  /** Plots the layers of a board, or a schematic and all sheets below it, to PDF or SVG, at scale 1 on the page. */
  "project.plot": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Folder; plots beside the document when left out. */
      out?: string;
      /** pdf (default) or svg. */
      format?: "pdf" | "svg";
      /** Layers of a board, * for any letters; copper, mask, paste, silk and Edge.Cuts when left out. */
      layers?: string[];
      /** PDF: one file with a page for each layer or sheet. */
      single?: boolean;
      /** All in black. */
      blackAndWhite?: boolean;
      /** Left and right exchanged. */
      mirror?: boolean;
      /** List the files, write none. */
      dryRun?: boolean;
    };
    result: { folder: string; files: { name: string; pages: string[] }[]; notes?: string[]; dryRun?: boolean };
  };
  /** What the project file says, whole or at a path: board.design_settings.rules, net_settings.classes.Default, text_variables; or a job set (jobs.<id>). Lengths are in mm and line widths in mils, as in the file. Set with project.settings. */
  "project.readSettings": {
    args: {
      /** The board, root schematic, .kicad_pro or .kicad_jobset file. */
      path: string;
      /** The path of a setting or a group; everything when left out. */
      at?: string;
    };
    result: { path: string; value: unknown; type?: string };
  };
  /** Gives a part another reference in the schematic, on all its sheets, and on the board, as one change: one undo takes back all of it. `path` is the board or the root schematic; the other one has the same name beside it. */
  "project.renamePart": {
    args: EditArgs & {
      /** The part's reference now, e.g. R1. */
      from: string;
      /** Its new reference, e.g. R7; no other part may have it. */
      to: string;
    };
    result: EditResult;
  };
  /** Sets settings of the project file by path, e.g. board.design_settings.rules.min_clearance, as one undoable change; null takes one away. What is not of the type that KiCad has there is refused. `path` is the board, the root schematic, the .kicad_pro or a .kicad_jobset file (jobs.<id>.settings.…). Read settings with project.readSettings. */
  "project.settings": {
    args: EditArgs & {
      /** New values by path: lengths in mm, line widths in mils. A name with a dot stands as ["a.b"]. */
      set: Record<string, unknown>;
      /** Also set what is not in the file and of no known type. Default false. */
      create?: boolean;
    };
    result: EditResult;
  };
  /** Gives the project's text variables (texts show them by name) new values as one undoable change; null takes one away. `path` is the board, the root schematic or the .kicad_pro file; project.describe lists what is there. */
  "project.textVariables": {
    args: EditArgs & {
      /** Values by name; null takes the variable away. */
      set: Record<string, string | null>;
    };
    result: EditResult;
  };
  /** Carries the schematic to the board as KiCad's Update PCB from Schematic does: adds missing footprints (in blocks by sheet, right of the board), takes over references, values, fields and nets, and lets copper follow its pads. The notes report every change; dryRun reports and changes nothing. `path` is the board or the root schematic. */
  "project.updatePcb": {
    args: EditArgs & {
      /** How footprints find their symbols: by the link that they keep (default), or by reference. */
      match?: "uuid" | "reference";
      /** Whether footprints without a symbol are deleted, locked ones excepted; false when left out. */
      deleteExtra?: boolean;
      /** Whether footprints are replaced where the schematic names another; true when left out. */
      replaceFootprints?: boolean;
      /** Whether fields are taken over; true when left out. */
      updateFields?: boolean;
    };
    result: EditResult;
  };
  /** Carries the board back to the schematic as KiCad's Update Schematic from PCB does: references, values, footprints, attributes, fields, and names of nets (labels are renamed or added; connections never change). The notes report every change, and what cannot be taken over; dryRun reports and changes nothing. `path` is the board or the root schematic. */
  "project.updateSchematic": {
    args: EditArgs & {
      /** How footprints find their symbols: by the link that they keep (default), or by reference. */
      match?: "uuid" | "reference";
      /** Whether references are taken over; true when left out. */
      references?: boolean;
      /** Whether values are taken over; true when left out. */
      values?: boolean;
      /** Whether footprint assignments are taken over; true when left out. */
      footprints?: boolean;
      /** Whether do-not-populate and exclude-from-BOM are taken over; true when left out. */
      attributes?: boolean;
      /** Whether other fields are taken over; true when left out. */
      fields?: boolean;
      /** Whether fields that a footprint has not got go from its symbol; false when left out. */
      removeFields?: boolean;
      /** Whether names of nets are taken over; true when left out. */
      netNames?: boolean;
    };
    result: EditResult;
  };
  /** Raises files to the version that a KiCad release writes: the board and all sheets of a project, where `path` is its board or root schematic, or one file alone (also a footprint or a symbol library). The notes say what changes; dryRun says it beforehand. One undo gives every file its old bytes. What the release has no place for is refused with the token and the item, and nothing is changed. */
  "project.upgrade": {
    args: EditArgs & {
      /** The KiCad release: 8, 9 or 10. */
      to: 8 | 9 | 10;
      /** Only the file at `path`, and not the rest of its project. */
      alone?: boolean;
    };
    result: EditResult;
  };
  /** What lies at a place: items and the pads, texts and lines inside them whose ink is within `tolerance`, the nearest and then the smallest first. On a board `layer` narrows it. */
  "query.at": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** The place ([x, y] in mm, x right, y down) */
      at: number[];
      /** How far beside the ink counts; 0 when left out (mm) */
      tolerance?: number;
      /** Only ink on this layer. */
      layer?: string;
      /** At most so many; 20 when left out. */
      limit?: number;
    };
    result: {
      hits: {
        id: string;
        kind: string;
        ref?: string;
        part?: string;
        partKind?: string;
        net?: string;
        layer: string;
        distance: number;
      }[];
    };
  };
  /** The parts of a schematic and all sheets below it as a table: columns, grouping, filters and presets as in KiCad's field table. project.bom writes the same as a file. */
  "query.bom": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** A preset of the project file, by name; `project` for the table as it was left. */
      preset?: string;
      /** Columns: Reference, Value, any field, or KiCad's QUANTITY, DNP, ITEM_NUMBER, … as variables. */
      fields?: string[];
      /** Their heads, in the same order. */
      labels?: string[];
      /** Parts that are alike in these share a row. */
      groupBy?: string[];
      /** Reference when left out. */
      sortField?: string;
      /** Sort the other way round. */
      descending?: boolean;
      /** Only references with this in them; * and ? stand for any signs: R*, U1? */
      filter?: string;
      /** As this variant is built (KiCad 10). */
      variant?: string;
      /** Leave out parts that are not populated. */
      excludeDnp?: boolean;
      /** Also parts that are not in the bill of materials. */
      includeExcluded?: boolean;
      /** At most so many; 100 when left out. */
      limit?: number;
      /** Where the answer before this one ended. */
      cursor?: string;
    };
    result: {
      columns: string[];
      rows: { references: string[]; values: string[] }[];
      parts: number;
      total: number;
      cursor?: string;
      notes?: string[];
    };
  };
  /** The box around items: of all their ink, and for footprints also of the body without texts and of the courtyard. A group has the box of its members; a pad or field that of its owner's ink on the named part. */
  "query.bounds": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** What to measure: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
    };
    result: {
      box: number[] | null;
      items: { id: string; ref?: string; box: number[] | null; body?: number[] | null; courtyard?: number[] | null }[];
    };
  };
  /** What a pad, track, via or zone reaches: the pads and the copper that hang together with it, and the pads of its net that it does not reach yet. A footprint answers for each of its pads. In a schematic: the pins that a pin, wire or label is joined with, on all sheets below, and the labels that do it; a symbol answers for each of its pins. */
  "query.connections": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** A pad or pin (R1.2), a part (R1), or a uuid. */
      item: string;
    };
    result: {
      connections: {
        item: string;
        net: string;
        reaches: string[];
        missing: string[];
        wires?: number;
        labels?: string[];
        tracks?: number;
        vias?: number;
        zones?: number;
        trackLength?: number;
      }[];
    };
  };
  /** What on the board belongs to something of the schematic, and the other way round: a part with its symbols and its footprint, a pin with its pads, a net with its pins, labels, pads and copper. `path` is the board or the root schematic; the other one is read beside it. */
  "query.crossProbe": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** A part (R1), a pin or pad (U1.3), a net's name, or the uuid of a symbol, footprint, pin or pad. */
      item: string;
      /** At most so many of each kind; 200 when left out. */
      limit?: number;
    };
    result: {
      kind: "part" | "pin" | "net";
      name: string;
      net?: string;
      schematic: { kind: string; id: string; name: string; file: string; sheet: string; at: number[] }[];
      board: { kind: string; id: string; name: string; layer?: string; at?: number[] }[];
      left?: number;
    };
  };
  /** What a board, a schematic or a library file is and holds: version, title, counts by kind, bounds; layers and nets of a board, sheets and symbols of a schematic. */
  "query.describe": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
    };
    result: {
      path: string;
      kind:
        | "board"
        | "schematic"
        | "project"
        | "jobSet"
        | "rules"
        | "symbolLibrary"
        | "footprint"
        | "drawingSheet"
        | "symbolTable"
        | "footprintTable";
      version: number;
      revision: number;
      notes?: string[];
      title: string;
      counts: Record<string, number>;
      bounds: number[] | null;
      layers?: { name: string; userName?: string; type: string; ordinal: number; copper: boolean }[];
      nets?: number;
      symbols?: number;
      sheets?: { id: string; name: string; file: string }[];
    };
  };
  /** The footprints of a board by reference: value, library name, side, place, angle, number of pads, nets, attributes. Filters narrow each other; patterns take * and ?. */
  "query.footprints": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Pattern of the reference: R*, U1. */
      ref?: string;
      /** Pattern of the value. */
      value?: string;
      /** Pattern of the library name: *0805*. */
      footprint?: string;
      /** front or back. */
      side?: "front" | "back";
      /** With a pad on this net. */
      net?: string;
      /** At most so many; 100 when left out. */
      limit?: number;
      /** Where the answer before this one ended. */
      cursor?: string;
    };
    result: {
      footprints: {
        id: string;
        ref: string;
        value: string;
        footprint: string;
        side: string;
        at: number[];
        angle: number;
        pads: number;
        nets: string[];
        locked?: boolean;
        attributes?: string[];
      }[];
      total: number;
      cursor?: string;
    };
  };
  /** Places where a part fits: its courtyard (or a size) as a box, clear of other courtyards of that side, of tracks, vias and holes when `copper` says so, and inside the board by the given margin. The nearest to `near` first. For a footprint the places are for its anchor, at its present angle. */
  "query.freeSpace": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** A footprint that is to be placed. */
      item?: string;
      /** Instead: width and height of a box ([x, y] in mm, x right, y down) */
      size?: number[];
      /** front (default) or back. */
      side?: "front" | "back";
      /** Where it should be; its present place, or the board's middle, when left out ([x, y] in mm, x right, y down) */
      near?: number[];
      /** Distance to the board's edge and to others; 0.25 when left out (mm) */
      margin?: number;
      /** Keep clear of tracks and vias too; false when left out. */
      copper?: boolean;
      /** Grid of the places; 0.5 when left out (mm) */
      step?: number;
      /** At most so many; 5 when left out. */
      limit?: number;
    };
    result: { places: { at: number[]; box: number[]; distance: number }[] };
  };
  /** The groups of a board or a schematic with their members. A group may be a member of another. */
  "query.groups": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Only groups of this name. */
      name?: string;
    };
    result: {
      groups: {
        id: string;
        name: string;
        locked?: boolean;
        members: { id: string; kind: string; ref?: string }[];
        missing?: string[];
      }[];
    };
  };
  /** One item with all its properties in surface units (mm, degrees), also those at their defaults, and everything inside it; of a design rule also its text. Parts of the file have names, too: setup, titleBlock, paper, layers. */
  "query.item": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** An id, a reference (R1), a pad or pin (R1.2), a library symbol (Device:R, its pin Device:R.1), or a part's name. */
      item: string;
      /** Long data too: filled copper, pictures, embedded files. */
      bulky?: boolean;
      /** false leaves out what is inside it. */
      inside?: boolean;
    };
    result: { item: Record<string, unknown>; more?: number };
  };
  /** The items of a board or a schematic, in file order, lengths in mm. Filters narrow each other. Pads, pins and fields come when `kind` or `ids` names them; `net` also finds pads. Properties that are off or empty are left out unless `fields` names them. */
  "query.items": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** track, arcTrack, via, pad, footprint, zone, graphic, text, symbol, wire, label, … or a list. */
      kind?: string | string[];
      /** Items on this layer. */
      layer?: string;
      /** Items of this net. */
      net?: string;
      /** A reference (R1) or a pad or pin (R1.2). */
      ref?: string;
      /** Items whose box meets [x1, y1, x2, y2] (mm). */
      region?: number[];
      /** These uuids. */
      ids?: string[];
      /** Only these properties, beside id and kind. */
      fields?: string[];
      /** At most so many; 100 when left out. */
      limit?: number;
      /** Where the answer before this one ended. */
      cursor?: string;
    };
    result: { items: Record<string, unknown>[]; total: number; cursor?: string };
  };
  /** The board's layers: copper from front to back, then the others, with what the board's author calls them. */
  "query.layers": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
    };
    result: {
      copper: number;
      layers: { name: string; userName: string; type: string; ordinal: number; copper: boolean }[];
    };
  };
  /** Between two things (pads, items or places): the distance of their places, the clearance of their copper from rim to rim on layers that both have, and, between two pads of a net, the length of the tracks that join them, with the height of the vias on the way (as the project's rules say) and the lengths inside the packages, and an estimate of the delay. */
  "query.measure": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** A pad (R1.2), an item, or [x, y] */
      from: string | number[];
      /** The other one */
      to: string | number[];
    };
    result: {
      distance: number;
      dx: number;
      dy: number;
      angle: number;
      clearance?: number;
      routed?: { length: number; tracks: number; vias: number; inPackage: number; viaCount: number; delay: number };
    };
  };
  /** Copper, holes, edges and keep-outs within a distance of a place, a pad or an item, measured from rim to rim, the nearest first. Zones' fills are left out. Texts count as their boxes. */
  "query.near": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** A place ([x, y] in mm, x right, y down) */
      at?: number[];
      /** A pad, footprint, track or via. */
      item?: string;
      /** How far away counts (mm) */
      within: number;
      /** Only on this copper layer. */
      layer?: string;
      /** Leave out what is on the item's own nets. */
      otherNets?: boolean;
      /** At most so many; 50 when left out. */
      limit?: number;
    };
    result: {
      near: { id: string; part?: string; kind: string; ref?: string; net?: string; distance: number; at: number[] }[];
      total: number;
    };
  };
  /** One net in full: its class and what that asks for, its pads, tracks by layer with their length and widths, vias, zones, the clusters that its copper hangs together in and how many connections are missing. Of a schematic: its class, pins, labels and sheets. */
  "query.net": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** The net's name. */
      net: string;
    };
    result: {
      net: string;
      netClass: string;
      rules: { clearance: number; trackWidth: number; viaDiameter: number; viaDrill: number };
      pads: string[];
      labels?: string[];
      sheets?: string[];
      drawn?: { file: string; ids: string[] }[];
      tracks?: { layer: string; count: number; length: number; widths: number[] }[];
      length?: number;
      vias?: { id: string; at: number[] }[];
      zones?: { id: string; name: string; layers: string[] }[];
      clusters?: number;
      missing?: number;
    };
  };
  /** The project's net classes, strongest first, with the patterns that give them to nets; of a board also what holds for each net: the classes it has and the lengths that come of them, as KiCad merges them. `nets` picks some nets. */
  "query.netclasses": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Only these nets, by full name. */
      nets?: string[];
    };
    result: {
      classes: {
        name: string;
        priority: number;
        clearance?: number;
        trackWidth?: number;
        viaDiameter?: number;
        viaDrill?: number;
        microviaDiameter?: number;
        microviaDrill?: number;
        pairWidth?: number;
        pairGap?: number;
        pairViaGap?: number;
        wireWidth?: number;
        busWidth?: number;
        nets?: number;
      }[];
      patterns: { pattern: string; netClass: string }[];
      nets: {
        net: string;
        classes: string[];
        clearance: number;
        trackWidth: number;
        viaDiameter: number;
        viaDrill: number;
        pairWidth: number;
        pairGap: number;
      }[];
    };
  };
  /** The nets of a schematic and all sheets below it, with their pins, classes and the labels that name them, as KiCad builds them: what the board will get. */
  "query.netlist": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Pattern of the net's name: GND, /Power/*. */
      net?: string;
      /** At most so many; 100 when left out. */
      limit?: number;
      /** Where the answer before this one ended. */
      cursor?: string;
    };
    result: {
      nets: { name: string; netClass: string; pins: string[]; labels: string[]; unconnected?: boolean }[];
      total: number;
      cursor?: string;
      notes?: string[];
    };
  };
  /** The nets of a board: pads, track length, vias and zones of each; or of a schematic and the sheets below it: pins. With `net` only that one, and its pads or pins by name. */
  "query.nets": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Only this net. */
      net?: string;
    };
    result: {
      nets: {
        name: string;
        pads: number;
        tracks?: number;
        trackLength?: number;
        vias?: number;
        zones?: number;
        padNames?: string[];
      }[];
    };
  };
  /** Pads with their net and their place on the board: of footprints, of a net, without a net, or all. */
  "query.pads": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Pads of these footprints: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items?: string | string[];
      /** Pads of this net; empty: pads without one. */
      net?: string;
      /** At most so many; 100 when left out. */
      limit?: number;
      /** Where the answer before this one ended. */
      cursor?: string;
    };
    result: {
      pads: {
        id: string;
        ref: string;
        net: string;
        at: number[];
        angle: number;
        type: string;
        shape: string;
        size: number[];
        drill?: number[];
        layers: string[];
        pinFunction?: string;
      }[];
      total: number;
      cursor?: string;
    };
  };
  /** The differential pairs of a board: nets whose names differ only in a closing P and N, or + and -, as KiCad finds them (digits and _ may follow); with the class's width and gap, and how long the tracks of each are. */
  "query.pairs": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
    };
    result: {
      pairs: {
        name: string;
        positive: string;
        negative: string;
        netClass: string;
        width: number;
        gap: number;
        lengths: number[];
        skew: number;
        vias: number[];
      }[];
    };
  };
  /** The pins of parts in a schematic: number, name, electrical type, place, net, and what else is on that net. Shows at once what a pin reaches and which pins are still open. */
  "query.pins": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** The part (U1), one pin of it (U1.3), or the symbol's uuid. */
      part: string;
    };
    result: {
      pins: {
        ref: string;
        number: string;
        name: string;
        type: string;
        at: number[];
        sheet: string;
        unit: number;
        net: string | null;
        reaches: string[];
        open?: boolean;
        hidden?: boolean;
      }[];
      notes?: string[];
    };
  };
  /** What holds for one item, or between two: each constraint with its numbers and the rule, net class, item or board setting that it comes from, as KiCad resolves them; with `trace` every rule that was tried. Between two items also how near they are. */
  "query.rules": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** An item: uuid, reference (R1) or pad (R1.2). */
      a: string;
      /** Another item. */
      b?: string;
      /** The layer; the first that both are on when left out. */
      layer?: string;
      /** Only this constraint, such as clearance. */
      constraint?: string;
      /** With every rule that was tried, and why it did not apply. */
      trace?: boolean;
    };
    result: {
      layer?: string;
      distance?: number;
      constraints: {
        constraint: string;
        min?: string;
        opt?: string;
        max?: string;
        value?: string;
        from: string;
        line?: number;
        tried?: string[];
      }[];
    };
  };
  /** The properties that a kind of item has: what each is, what values it takes and in which unit, its default, which file versions have it, whether it can be set. Without `kind`: the kinds. */
  "query.schema": {
    args: {
      /** track, via, pad, zone, setup, symbol, …  */
      kind?: string;
      /** Of which kind of file, where several have the kind; all of them when left out. */
      file?: "board" | "schematic" | "symbolLibrary" | "drawingSheet";
    };
    result: {
      kinds: {
        kind: string;
        file: string;
        about: string;
        tokens: string[];
        inside?: string[];
        since?: number;
        properties?: Record<string, unknown>[];
      }[];
    };
  };
  /** Finds a text in a board or a schematic: in texts, labels, references, values and other fields, names of footprints, pins, groups, zones and nets, and uuids. Letters of any case; * and ? stand for others when `pattern` is set. */
  "query.search": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** What to find. */
      text: string;
      /** The whole of a property must fit, * and ? standing for others. */
      pattern?: boolean;
      /** Only in items of this kind, e.g. footprint, text, label, pad. */
      kind?: string;
      /** At most so many; 100 when left out. */
      limit?: number;
      /** Where the answer before this one ended. */
      cursor?: string;
    };
    result: {
      found: { id: string; kind: string; ref?: string; owner?: string; property: string; value: string }[];
      nets: string[];
      total: number;
      cursor?: string;
    };
  };
  /** The sheets of a schematic from the file down, parents before children: name, file, page and path of each use. A missing file, or one that holds itself, is listed with its problem. */
  "query.sheetTree": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
    };
    result: {
      path: string;
      sheets: {
        name: string;
        file: string;
        page: string;
        path: string;
        depth: number;
        symbols: number;
        pins: number;
        problem?: string;
      }[];
    };
  };
  /** How the board is built, from the top: each layer with material, thickness (mm) and dielectric constants; finish and edges. */
  "query.stackup": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
    };
    result: { thickness: number | null; stackup: Record<string, unknown> | null };
  };
  /** What KiCad's Board Statistics counts: size and area of the board (cut-outs taken off), components by side and mounting, pads and vias by type, and the holes by size. Components marked as not in position files count too, as in KiCad's default. */
  "query.statistics": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
    };
    result: {
      board: { width: number | null; height: number | null; area: number | null; closed: boolean };
      components: { type: string; front: number; back: number; total: number }[];
      pads: Record<string, number>;
      vias: Record<string, number>;
      tracks: number;
      holes: { count: number; shape: string; size: number[]; plated: boolean; of: string }[];
    };
  };
  /** The placed symbols of a schematic and all sheets below it, by reference: value, library, footprint, sheet, place, unit, flags. Each use of a sheet has its own. Power symbols (#PWR…) only with `power`. Patterns take * and ?. */
  "query.symbols": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Pattern of the reference: R*, U1. */
      ref?: string;
      /** Pattern of the value. */
      value?: string;
      /** Pattern of the library id: Device:*. */
      library?: string;
      /** Pattern of the sheet: /, /Power/. */
      sheet?: string;
      /** Also power symbols. */
      power?: boolean;
      /** At most so many; 100 when left out. */
      limit?: number;
      /** Where the answer before this one ended. */
      cursor?: string;
    };
    result: {
      symbols: {
        id: string;
        ref: string;
        unit?: number;
        value: string;
        library: string;
        footprint: string;
        sheet: string;
        at: number[];
        angle: number;
        mirror?: string;
        pins: number;
        flags?: string[];
      }[];
      total: number;
      cursor?: string;
      notes?: string[];
    };
  };
  /** The connections that copper does not make yet, counted as KiCad does: tracks, arcs, vias, pads and zone fills hang together where their copper overlaps; per net one connection is missing for each cluster beyond the first. */
  "query.unrouted": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Only this net. */
      net?: string;
    };
    result: {
      count: number;
      nets: {
        net: string;
        clusters: { pads: string[]; items: number }[];
        missing: {
          from: { id: string; kind: string; ref?: string; at: number[] };
          to: { id: string; kind: string; ref?: string; at: number[] };
          length: number;
        }[];
      }[];
    };
  };
  /** A picture of a board, a schematic, a footprint or a symbol of a library as it stands, unsaved edits included. */
  "render.png": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Layers to show: F.Cu, B.SilkS, Edge.Cuts, …, with * for any letters (*.Cu). Left out: copper, silk screen, outline and drawings of a board; everything of a schematic. */
      layers?: string[];
      /** The part to show: [x1, y1, x2, y2] in mm, x right, y down. Left out: the board's outline, or the page. */
      region?: number[];
      /** Look at a board from the front (default) or, mirrored, from the back. */
      side?: "front" | "back";
      /** Colours: kicad (default), light or dark (schematics), print (black on white). */
      theme?: "kicad" | "light" | "dark" | "print";
      /** Ground colour #RRGGBB instead of the theme's. */
      background?: string;
      /** Of a symbol library: which symbol, the first when left out. */
      symbol?: string;
      /** Write the picture to this file and leave it out of the answer. */
      out?: string;
      /** Width in pixels (1600 when left out). */
      width?: number;
    };
    result: {
      png?: string;
      out?: string;
      width: number;
      height: number;
      region: number[];
      scale: number;
      layers: string[];
    };
  };
  /** A vector drawing of a board or a schematic as it stands, in millimetres, one group a layer. */
  "render.svg": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Layers to show: F.Cu, B.SilkS, Edge.Cuts, …, with * for any letters (*.Cu). Left out: copper, silk screen, outline and drawings of a board; everything of a schematic. */
      layers?: string[];
      /** The part to show: [x1, y1, x2, y2] in mm, x right, y down. Left out: the board's outline, or the page. */
      region?: number[];
      /** Look at a board from the front (default) or, mirrored, from the back. */
      side?: "front" | "back";
      /** Colours: kicad (default), light or dark (schematics), print (black on white). */
      theme?: "kicad" | "light" | "dark" | "print";
      /** Ground colour #RRGGBB instead of the theme's. */
      background?: string;
      /** Of a symbol library: which symbol, the first when left out. */
      symbol?: string;
      /** Write the picture to this file and leave it out of the answer. */
      out?: string;
    };
    result: { svg?: string; out?: string; region: number[]; layers: string[] };
  };
  /** Gives the net at a place a net class (KiCad's net class directive), or the parts in a rule area a component class. */
  "sch.addDirective": {
    args: EditArgs & {
      /** Where it touches the wire, pin, bus or the edge of a rule area ([x, y] in mm, x right, y down) */
      at: number[];
      /** The net class. */
      netclass?: string;
      /** The component class, of parts in a rule area (KiCad 9). */
      componentClass?: string;
      /** Where the flag stands: 0 above (default), 90 left, 180 below, 270 right */
      angle?: 0 | 90 | 180 | 270;
      /** round (default), dot, diamond or rectangle. */
      shape?: "round" | "dot" | "diamond" | "rectangle";
    };
    result: EditResult;
  };
  /** Adds a polyline (pts), rectangle (from, to), circle (center, radius), arc (from, mid, to) or curve (bezier; pts: start, two control points, end). It is drawing only: sch.wire connects. */
  "sch.addGraphic": {
    args: EditArgs & {
      /** polyline, rectangle, circle, arc or bezier. */
      shape: "polyline" | "rectangle" | "circle" | "arc" | "bezier";
      /** Points of a polyline, or a curve's four ([[x, y], …] in mm) */
      pts?: number[][];
      /** Start, or a corner ([x, y] in mm, x right, y down) */
      from?: number[];
      /** A point on the arc ([x, y] in mm, x right, y down) */
      mid?: number[];
      /** End, or the opposite corner ([x, y] in mm, x right, y down) */
      to?: number[];
      /** Centre of the circle ([x, y] in mm, x right, y down) */
      center?: number[];
      /** Radius of the circle (mm) */
      radius?: number;
      /** Line width; the schematic's own when left out (mm) */
      width?: number;
      /** solid, dash, dot, dash_dot or dash_dot_dot; the schematic's own when left out. */
      dash?: "solid" | "dash" | "dot" | "dash_dot" | "dash_dot_dot";
      /** none (default), outline (the line's colour) or background. */
      fill?: "none" | "outline" | "background";
    };
    result: EditResult;
  };
  /** Adds a picture (PNG or JPEG), which the schematic then holds itself. */
  "sch.addImage": {
    args: EditArgs & {
      /** The picture, relative to the working directory. */
      file?: string;
      /** Instead: the picture as base64. */
      data?: string;
      /** Its middle ([x, y] in mm, x right, y down) */
      at: number[];
      /** Its width; as its resolution says when left out (mm) */
      width?: number;
    };
    result: EditResult;
  };
  /** Puts a dot that joins the wires (or buses) that cross or meet there; wires that pass below it are broken in two, as in KiCad. sch.wire puts the dots of its own wires by itself. */
  "sch.addJunction": {
    args: EditArgs & {
      /** Where the wires meet ([x, y] in mm, x right, y down) */
      at: number[];
    };
    result: EditResult;
  };
  /** Marks pins that are left open on purpose: the ERC then says nothing of them. */
  "sch.addNoConnect": {
    args: EditArgs & {
      /** The pins, e.g. U1.4; a whole symbol means all its pins that are connected to nothing: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      pins?: string | string[];
      /** The pin's place, instead of pins ([x, y] in mm, x right, y down) */
      at?: number[];
    };
    result: EditResult;
  };
  /** Adds an area: directives on its border (sch.addDirective) hold for the nets and parts inside. Parts inside can also be left out of simulation, bill of materials or board. */
  "sch.addRuleArea": {
    args: EditArgs & {
      /** Its corners ([[x, y], …] in mm) */
      pts: number[][];
      /** Simulation ignores what is inside (KiCad 10). */
      excludeFromSim?: boolean;
      /** What is inside is not in the bill of materials (KiCad 10). */
      excludeFromBom?: boolean;
      /** What is inside does not go to the board (KiCad 10). */
      excludeFromBoard?: boolean;
      /** What is inside is not populated (KiCad 10). */
      dnp?: boolean;
    };
    result: EditResult;
  };
  /** Adds a pin to a sheet symbol: it leads to the hierarchical label of that name inside the sheet. sch.syncSheetPins adds all that are missing. */
  "sch.addSheetPin": {
    args: EditArgs & {
      /** The sheet's name or uuid. */
      sheet: string;
      /** The hierarchical label's name. */
      name: string;
      /** input (default), output, bidirectional, tri_state or passive. */
      shape?: "input" | "output" | "bidirectional" | "tri_state" | "passive";
      /** left (default), right, top or bottom. */
      side?: "left" | "right" | "top" | "bottom";
      /** Distance from the side's upper or left corner; the next free place when left out (mm) */
      offset?: number;
    };
    result: EditResult;
  };
  /** Adds a hierarchical sheet. A file that is not there yet is made, empty, at once (undo takes the sheet away, not the file); one that is there is used again: its parts get places in the project, and their numbers when the file was in no other use. `pins` adds a pin for each hierarchical label inside. */
  "sch.addSheet": {
    args: EditArgs & {
      /** The sheet's name. */
      name: string;
      /** Its file, relative to this schematic's folder, e.g. power.kicad_sch; made from the name when left out. */
      file?: string;
      /** Its upper left corner ([x, y] in mm, x right, y down) */
      at: number[];
      /** Width and height; [25.4, 20.32] when left out ([x, y] in mm, x right, y down) */
      size?: number[];
      /** Whether the labels inside get pins; true when left out. */
      pins?: boolean;
    };
    result: EditResult;
  };
  /** Adds a table of texts, such as a list of jumper settings. The first row is its head. */
  "sch.addTable": {
    args: EditArgs & {
      /** Its upper left corner ([x, y] in mm, x right, y down) */
      at: number[];
      /** Texts, row by row; all rows have as many. */
      rows: string[][];
      /** Width of each column (mm); 25.4 when left out. */
      widths?: number[];
      /** Height of a row; 5.08 when left out (mm) */
      height?: number;
    };
    result: EditResult;
  };
  /** Adds a text in a box, broken into lines at its width. */
  "sch.addTextBox": {
    args: EditArgs & {
      /** The text. */
      text: string;
      /** A corner ([x, y] in mm, x right, y down) */
      from: number[];
      /** The opposite corner ([x, y] in mm, x right, y down) */
      to: number[];
      /** Text height; 1.27 when left out (mm) */
      size?: number;
      /** Whether the frame is drawn; true when left out. */
      border?: boolean;
      /** left (default), center or right. */
      align?: "left" | "center" | "right";
    };
    result: EditResult;
  };
  /** Adds a text. It is drawing only: sch.label names a net. A link makes it clickable (a web address, #2 for page 2). */
  "sch.addText": {
    args: EditArgs & {
      /** The text; line breaks and markup such as ~{RESET} count. */
      text: string;
      /** Its anchor ([x, y] in mm, x right, y down) */
      at: number[];
      /** 0 lying (default), 90 standing. */
      angle?: 0 | 90;
      /** Text height; 1.27 when left out (mm) */
      size?: number;
      /** Whether it is bold. */
      bold?: boolean;
      /** Whether it is italic. */
      italic?: boolean;
      /** Which part of the text is at the anchor: left (default), center or right. */
      align?: "left" | "center" | "right";
      /** Where a click leads. */
      link?: string;
    };
    result: EditResult;
  };
  /** Lines items up by their anchors: at the leftmost, rightmost, topmost or lowest one, or about the middle; or puts their pins and ends back on the grid (`grid`, KiCad's Align Items to Grid). Connected wires follow. */
  "sch.align": {
    args: EditArgs & {
      /** What to align: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** left, right, top, bottom, center-x (one above the other), center-y (side by side) or grid. */
      to: "left" | "right" | "top" | "bottom" | "center-x" | "center-y" | "grid";
    };
    result: EditResult;
  };
  /** Numbers the parts of a schematic and all sheets below it (R? becomes R1, R2, …) as KiCad does: by prefix, sheets in the order of pages, within a sheet by place. Numbers that are there stay unless `renumber` is set. All files that change are one undo entry. */
  "sch.annotate": {
    args: EditArgs & {
      /** x: from left to right (KiCad's default); y: from top to bottom. */
      order?: "x" | "y";
      /** The first number is one more than this (0 when left out), or than the sheet's number times 100 or 1000. */
      start?: number | "sheet100" | "sheet1000";
      /** Also parts that have a number: all get new ones. */
      renumber?: boolean;
      /** Only references like this: R*, U?. */
      ref?: string;
      /** Only parts on sheets like this: /, /Power/. */
      sheet?: string;
    };
    result: EditResult;
  };
  /** Gives symbols a footprint of a library that the project can use. The footprint must be there; the answer notes pins that have no pad, and names that the symbol's filters do not expect. All units on this sheet get it. */
  "sch.assignFootprint": {
    args: EditArgs & {
      /** Symbols: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** Library:Name; empty takes the footprint away. */
      footprint: string;
    };
    result: EditResult;
  };
  /** Sets fields of many symbols in one undoable change, over this schematic and all sheets below it, as KiCad's symbol fields table does. Fields that a symbol has not got are added, hidden; null takes an own field away. */
  "sch.bulkFields": {
    args: EditArgs & {
      /** What to set where; a later row goes over an earlier one. */
      changes: { references: string; fields: Record<string, string | null> }[];
    };
    result: EditResult;
  };
  /** Adds the slanted piece that leads from a bus to a wire: 2.54 mm each way, from the bus to the wire's end. */
  "sch.busEntry": {
    args: EditArgs & {
      /** Where it leaves the bus ([x, y] in mm, x right, y down) */
      at: number[];
      /** Where the wire's end is from there: down-right, up-right, down-left or up-left. */
      direction: "down-right" | "up-right" | "down-left" | "up-left";
    };
    result: EditResult;
  };
  /** Draws a bus along points, one line for each straight piece. A label such as D[0..7] or {SCL SDA} tells its members (sch.label); wires join it through sch.busEntry. */
  "sch.bus": {
    args: EditArgs & {
      /** The points, from end to end, on the 1.27 mm grid ([[x, y], …] in mm) */
      pts: number[][];
    };
    result: EditResult;
  };
  /** Tidies a sheet's wires and buses as KiCad does after drawing: doubles and lines without length go, pieces in one direction become one line, dots that join nothing go and missing ones come. What is connected stays connected. */
  "sch.cleanup": {
    args: EditArgs & {};
    result: EditResult;
  };
  /** Takes the numbers of parts away (R1 becomes R?), in a schematic and all sheets below it; power symbols keep theirs. */
  "sch.clearAnnotation": {
    args: EditArgs & {
      /** Only references like this: R*, U1. */
      ref?: string;
      /** Only parts on sheets like this: /, /Power/. */
      sheet?: string;
    };
    result: EditResult;
  };
  /** Connects pins of symbols: by an orthogonal wire that goes round bodies and touches nothing else, or by two labels of one name where no good way is found (`auto`), or as told. What wires join with a pin already counts as the pin. */
  "sch.connect": {
    args: EditArgs & {
      /** A pin, e.g. U1.3 or U1.OUT */
      from: string;
      /** The pin, or the pins, to connect it with */
      to: string | string[];
      /** auto (default), wire, or label. */
      by?: "auto" | "wire" | "label";
      /** The labels' text; made from the first pin when left out. */
      net?: string;
    };
    result: EditResult;
  };
  /** Deletes symbols, wires, labels, sheets, sheet pins and drawings. Dots that join nothing any more go too, and the file's copy of a symbol that is used no more; wires of a deleted symbol stay. */
  "sch.delete": {
    args: EditArgs & {
      /** What to delete: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
    };
    result: EditResult;
  };
  /** Copies symbols, wires, labels, sheets and drawings to another place. Copied symbols lose their number (R? instead of R7) unless `keepReferences`. */
  "sch.duplicate": {
    args: EditArgs & {
      /** What to copy: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** How far from the originals the copies are ([x, y] in mm, x right, y down) */
      by: number[];
      /** Whether copies keep their references; false when left out. */
      keepReferences?: boolean;
    };
    result: EditResult;
  };
  /** Names the net at a place: on a wire, a wire's end or a pin. Local labels name it on this sheet, global ones in the whole project, hierarchical ones lead to the sheet's pin above. */
  "sch.label": {
    args: EditArgs & {
      /** The net's name, e.g. SDA, D[0..7], ~{RESET}. */
      text: string;
      /** Where it touches the wire or pin ([x, y] in mm, x right, y down) */
      at: number[];
      /** Where the text goes from there: 0 right (default), 90 up, 180 left, 270 down */
      angle?: 0 | 90 | 180 | 270;
      /** local (default), global or hierarchical. */
      type?: "local" | "global" | "hierarchical";
      /** The flag's shape, of global and hierarchical labels: input (default), output, … */
      shape?: "input" | "output" | "bidirectional" | "tri_state" | "passive";
    };
    result: EditResult;
  };
  /** Mirrors symbols (with their fields), sheets (with their pins), labels and drawings: `horizontal` left to right (KiCad's X), `vertical` upside down (Y). One symbol, label or text is mirrored in its anchor, a sheet, a drawing and several items about their middle. Texts stay readable. Connected wires stay. */
  "sch.mirror": {
    args: EditArgs & {
      /** What to mirror: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** horizontal: left to right; vertical: upside down. */
      direction: "horizontal" | "vertical";
      /** What to mirror about ([x, y] in mm, x right, y down) */
      center?: number[];
    };
    result: EditResult;
  };
  /** Moves symbols (with their fields), sheets (with their pins), wires, labels and drawings. Connected wires follow (KiCad's drag, G); with `drag` false they stay (KiCad's move, M). */
  "sch.move": {
    args: EditArgs & {
      /** What to move: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** How far ([x, y] in mm, x right, y down) */
      by?: number[];
      /** Where the first item's anchor goes; the others keep their distance ([x, y] in mm, x right, y down) */
      to?: number[];
      /** Whether connected wires follow; true when left out. */
      drag?: boolean;
    };
    result: EditResult;
  };
  /** Places a power symbol: the pin that it meets is on the net of its value. `symbol` is Library:Name, or a name of the library `power` (GND, +3V3). At a named pin it points away from the part. Its reference is the next free one. */
  "sch.placePower": {
    args: EditArgs & {
      /** power:GND, or GND for short. */
      symbol: string;
      /** Place of its pin: a pin (U1.3, U1.GND), or [x, y] in mm */
      at: string | number[];
      /** Angle in degrees, counter-clockwise; left out: away from the part at a pin, else 0. */
      rotation?: 0 | 90 | 180 | 270;
      /** Another net's name than the symbol's own. */
      net?: string;
    };
    result: EditResult;
  };
  /** Places a symbol of a library of the project's or the global table. Its definition comes into the schematic as KiCad keeps it, its fields stand where KiCad's automatic placing puts them, and without `reference` it gets the next free one. Find a symbol with lib.search. */
  "sch.placeSymbol": {
    args: EditArgs & {
      /** Library:Name (Device:R). */
      symbol: string;
      /** Place of its anchor; pins meet wires on a grid of 1.27 mm ([x, y] in mm, x right, y down) */
      at: number[];
      /** Angle in degrees, counter-clockwise. */
      rotation?: 0 | 90 | 180 | 270;
      /** x: upside down, y: left to right. */
      mirror?: "x" | "y";
      /** Which unit of the part; 1 when left out. */
      unit?: number;
      /** The alternative form, where it has one. */
      deMorgan?: boolean;
      /** Reference, e.g. R1; the next free one when left out. */
      reference?: string;
      /** Value, e.g. 10k; the library's when left out. */
      value?: string;
      /** Its footprint, Library:Name. */
      footprint?: string;
      /** Values of further fields by name; new ones are hidden. */
      fields?: Record<string, string>;
    };
    result: EditResult;
  };
  /** Puts another symbol in the place of some, keeping what sch.updateSymbols keeps; a power symbol takes the new net. */
  "sch.replaceSymbol": {
    args: EditArgs & {
      /** Symbols: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** The new one, Library:Name (Device:R). */
      symbol: string;
    };
    result: EditResult;
  };
  /** Turns symbols (with their fields), sheets (with their pins), wires, labels and drawings by right angles, counter-clockwise. One symbol, label or text turns about its anchor, a wire about its last end; a sheet, a drawing and several items turn about their middle, on the 1.27 mm grid. Connected wires stay, as with KiCad's R. */
  "sch.rotate": {
    args: EditArgs & {
      /** What to turn: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** How far (degrees, counter-clockwise): a multiple of 90; 90 when left out */
      angle?: number;
      /** What to turn about ([x, y] in mm, x right, y down) */
      center?: number[];
    };
    result: EditResult;
  };
  /** Sets the nets that a bus alias stands for, or adds the alias; without members it goes. Used in a bus label as {NAME}. */
  "sch.setBusAlias": {
    args: EditArgs & {
      /** The alias. */
      name: string;
      /** Nets, vectors (D[0..7]) and other aliases. */
      members: string[];
    };
    result: EditResult;
  };
  /** Sets a field of symbols, sheets or labels, or adds it. Reference renames the part in the uses of the sheet that have the old name; project.renamePart renames it on the board too. */
  "sch.setField": {
    args: EditArgs & {
      /** Symbols, sheets or labels: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** The field: Reference, Value, Footprint, Datasheet, or one of your own. */
      name: string;
      /** Its text. */
      value: string;
      /** Whether it is shown on the sheet; a new field is hidden when left out. */
      show?: boolean;
    };
    result: EditResult;
  };
  /** Sets the sheet of paper: a size by its name, or User with width and height (mm); upright or not. */
  "sch.setPage": {
    args: EditArgs & {
      /** A4, A3, USLetter, User, … */
      size?:
        | "A5"
        | "A4"
        | "A3"
        | "A2"
        | "A1"
        | "A0"
        | "A"
        | "B"
        | "C"
        | "D"
        | "E"
        | "GERBER"
        | "USLetter"
        | "USLegal"
        | "USLedger"
        | "User";
      /** Width of a User page (mm) */
      width?: number;
      /** Height of a User page (mm) */
      height?: number;
      /** Whether it stands upright. */
      portrait?: boolean;
    };
    result: EditResult;
  };
  /** Sets properties of symbols, fields, pins, wires, labels, sheets and parts of the file (also of a symbol library: its symbols by name, their pins as NAME.1; and of a drawing sheet) by the names and in the units that query.item shows and query.schema explains: { "dnp": true }, { "effects": { "bold": true } }. Objects may be given in part. */
  "sch.setProperties": {
    args: EditArgs & {
      /** What to change: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items: string | string[];
      /** New values by property name, as query.item shows them. */
      properties: Record<string, unknown>;
    };
    result: EditResult;
  };
  /** Sets what is given of the sheet's title block and leaves the rest; an empty text takes it away. */
  "sch.setTitleBlock": {
    args: EditArgs & {
      /** The title. */
      title?: string;
      /** The date, in any form; KiCad writes 2026-11-30. */
      date?: string;
      /** The revision. */
      rev?: string;
      /** The company. */
      company?: string;
      /** Comments by number: { "1": "…" }. */
      comments?: Record<string, string>;
    };
    result: EditResult;
  };
  /** Lets two units of one kind of part change places: what U1A did, U1B does, with its own pins. */
  "sch.swapUnits": {
    args: EditArgs & {
      /** A unit, e.g. U1A, or a symbol's uuid. */
      a: string;
      /** The other one. */
      b: string;
    };
    result: EditResult;
  };
  /** Makes the pins of sheet symbols agree with the hierarchical labels inside: adds missing pins (inputs left, outputs right), takes over their shapes, and with `remove` deletes pins that lead nowhere. */
  "sch.syncSheetPins": {
    args: EditArgs & {
      /** Names or uuids of sheets; all when left out. */
      sheets?: string[];
      /** Whether pins without a label inside are deleted; false when left out. */
      remove?: boolean;
    };
    result: EditResult;
  };
  /** Takes symbols anew from their libraries: references, fields, places, units stay; the notes name pins that moved. */
  "sch.updateSymbols": {
    args: EditArgs & {
      /** Symbols; all of the sheet when left out: a uuid, a reference (R1), a pad (R1.2), or a list of them */
      items?: string | string[];
    };
    result: EditResult;
  };
  /** Draws wires along points, one for each straight piece. Dots come where three ways meet, and wires that pass below a new dot are broken there, as in KiCad. A wire end on a pin, a label or another wire's end connects. */
  "sch.wire": {
    args: EditArgs & {
      /** The points, from end to end; pins are on the 1.27 mm grid ([[x, y], …] in mm) */
      pts: number[][];
    };
    result: EditResult;
  };
  /** Runs commands one after the other as one undo entry; on the first failure everything is taken back. */
  "session.batch": {
    args: {
      /** The calls. */
      steps: { id: string; args?: Record<string, unknown> }[];
      /** Name of the undo entry. */
      label?: string;
    };
    result: {
      label: string;
      results: unknown[];
      documents: {
        path: string;
        newIds: string[];
        changedIds: string[];
        removedIds: string[];
        revision: number;
        hash: string;
      }[];
      dryRun?: boolean;
    };
  };
  /** Remembers how all open documents stand, with unsaved edits, to come back to with session.restore. Kept while the session lasts, the last 50; files are not touched. */
  "session.checkpoint": {
    args: {
      /** What it is called. */
      label?: string;
    };
    result: { id: string; label: string; by: string; at: number; documents: string[] };
  };
  /** The checkpoints that session.restore can come back to, oldest first: set by hand, and before each chat request. */
  "session.checkpoints": {
    args: {};
    result: { checkpoints: { id: string; label: string; by: string; at: number; documents: string[] }[] };
  };
  /** Closes a document. One with unsaved edits is refused unless `discard` is true. */
  "session.close": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Throw unsaved edits away. */
      discard?: boolean;
    };
    result: { path: string; closed: boolean };
  };
  /** The open documents; with `path` also query.describe of that document. */
  "session.describe": {
    args: {
      /** A document to describe. */
      path?: string;
    };
    result: {
      documents: {
        path: string;
        kind:
          | "board"
          | "schematic"
          | "project"
          | "jobSet"
          | "rules"
          | "symbolLibrary"
          | "footprint"
          | "drawingSheet"
          | "symbolTable"
          | "footprintTable";
        version: number;
        revision: number;
        hash: string;
        dirty: boolean;
        items: number;
        undo: string | null;
        notes?: string[];
        problems: { message: string; offset: number; line: number; column: number }[];
      }[];
      document?: unknown;
    };
  };
  /** What differs, item by item and property by property: by default between the file on disk and the document with its unsaved edits; with `against: saved`, since the last save here; with `from` and `to`, between two revisions. Lengths in mm. */
  "session.diff": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** disk (default): what is on disk now; saved: what this session read or saved last. */
      against?: "disk" | "saved";
      /** A revision of this session to compare from, in place of against. */
      from?: number;
      /** The revision to compare with; the newest when left out. */
      to?: number;
      /** At most so many items; 200 when left out. */
      limit?: number;
    };
    result: {
      items: {
        id: string;
        kind: string;
        change: "added" | "removed" | "changed";
        properties: { property: string; before?: unknown; after?: unknown }[];
      }[];
      total: number;
    };
  };
  /** The open documents, with their revision and whether they have unsaved edits. */
  "session.documents": {
    args: {};
    result: {
      documents: {
        path: string;
        kind:
          | "board"
          | "schematic"
          | "project"
          | "jobSet"
          | "rules"
          | "symbolLibrary"
          | "footprint"
          | "drawingSheet"
          | "symbolTable"
          | "footprintTable";
        version: number;
        revision: number;
        hash: string;
        dirty: boolean;
        items: number;
        undo: string | null;
        notes?: string[];
        problems: { message: string; offset: number; line: number; column: number }[];
      }[];
    };
  };
  /** The calls of this session: who called what, with arguments, result and time, as a Markdown report or one JSON document. */
  "session.export": {
    args: {
      /** markdown (default) or json. */
      format?: "markdown" | "json";
    };
    result: { format: string; calls: number; text: string };
  };
  /** The changes of a document since it was opened, oldest first: who made each, and whether it stands. */
  "session.history": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
    };
    result: {
      path: string;
      entries: {
        id: string;
        group: string;
        label: string;
        actor: string;
        at: number;
        applied: boolean;
        steps: number;
      }[];
    };
  };
  /** Brings what another program wrote to the file together with the edits here, item by item and property by property, as one undoable change. Where both changed the same, nothing is changed and each conflict is named; `prefer` or `choose` then says whose version counts. Save afterwards. */
  "session.merge": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** Whose version counts in every conflict. */
      prefer?: "mine" | "theirs";
      /** Whose version counts, by item id. */
      choose?: Record<string, "mine" | "theirs">;
    };
    result: {
      merged: boolean;
      changes: number;
      conflicts: { id: string; kind: string; mine: string; theirs: string; properties: string[] }[];
      revision: number;
    };
  };
  /** Opens a board or a schematic, or answers the one that is open. Unsaved edits of a process that died come back. */
  "session.open": {
    args: {
      /** The file, relative to the working directory. */
      path: string;
      /** Allow edits of a file of a KiCad newer than 10. Save a copy first. */
      editNewer?: boolean;
    };
    result: {
      path: string;
      kind:
        | "board"
        | "schematic"
        | "project"
        | "jobSet"
        | "rules"
        | "symbolLibrary"
        | "footprint"
        | "drawingSheet"
        | "symbolTable"
        | "footprintTable";
      version: number;
      revision: number;
      hash: string;
      dirty: boolean;
      items: number;
      undo: string | null;
      notes?: string[];
      problems: { message: string; offset: number; line: number; column: number }[];
    };
  };
  /** Does the change undone last again, or the one named by `group`, in every document that it touched. */
  "session.redo": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** A change from session.history; the newest one when left out. Later changes may stand. */
      group?: string;
    };
    result: {
      path: string;
      label: string | null;
      documents: { path: string; revision: number; hash: string; dirty: boolean }[];
    };
  };
  /** Brings the documents of a checkpoint back to how they stood then, as one undoable change. Documents opened since stay as they are. */
  "session.restore": {
    args: {
      /** The checkpoint's id. */
      id: string;
    };
    result: {
      documents: {
        path: string;
        newIds: string[];
        changedIds: string[];
        removedIds: string[];
        revision: number;
        hash: string;
      }[];
    };
  };
  /** Reads a document anew from disk. Unsaved edits and the history are gone. */
  "session.revert": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
    };
    result: {
      path: string;
      kind:
        | "board"
        | "schematic"
        | "project"
        | "jobSet"
        | "rules"
        | "symbolLibrary"
        | "footprint"
        | "drawingSheet"
        | "symbolTable"
        | "footprintTable";
      version: number;
      revision: number;
      hash: string;
      dirty: boolean;
      items: number;
      undo: string | null;
      notes?: string[];
      problems: { message: string; offset: number; line: number; column: number }[];
    };
  };
  /** Writes a document to another file, which is then the open one. An existing file is refused unless `force` is true. */
  "session.saveAs": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** The new file, relative to the working directory. */
      to: string;
      /** Overwrite an existing file. */
      force?: boolean;
    };
    result: {
      path: string;
      kind:
        | "board"
        | "schematic"
        | "project"
        | "jobSet"
        | "rules"
        | "symbolLibrary"
        | "footprint"
        | "drawingSheet"
        | "symbolTable"
        | "footprintTable";
      version: number;
      revision: number;
      hash: string;
      dirty: boolean;
      items: number;
      undo: string | null;
      notes?: string[];
      problems: { message: string; offset: number; line: number; column: number }[];
    };
  };
  /** Writes unsaved edits to disk: of `path`, or of every open document. Refuses to overwrite a file that somebody else changed since it was read, unless `force` is true. */
  "session.save": {
    args: {
      /** The document; all open ones when left out. */
      path?: string;
      /** Overwrite even when the file changed on disk. */
      force?: boolean;
    };
    result: {
      saved: {
        path: string;
        kind:
          | "board"
          | "schematic"
          | "project"
          | "jobSet"
          | "rules"
          | "symbolLibrary"
          | "footprint"
          | "drawingSheet"
          | "symbolTable"
          | "footprintTable";
        version: number;
        revision: number;
        hash: string;
        dirty: boolean;
        items: number;
        undo: string | null;
        notes?: string[];
        problems: { message: string; offset: number; line: number; column: number }[];
      }[];
    };
  };
  /** Runs edits as one change, all or nothing: `steps` of registry commands over any documents, or `intents` ({ "op": "addTrack", … }) on one. One undo entry for each document. */
  "session.transaction": {
    args: {
      /** Name of the undo entry. */
      label?: string;
      /** The calls. */
      steps?: { id: string; args?: Record<string, unknown> }[];
      /** The document of the intents. */
      path?: string;
      /** Small edits of one document: op and the command's arguments. */
      intents?: { op: string }[];
      /** Validate and answer what would change; change nothing. */
      dryRun?: boolean;
    };
    result: {
      label: string;
      results: unknown[];
      documents: {
        path: string;
        newIds: string[];
        changedIds: string[];
        removedIds: string[];
        revision: number;
        hash: string;
      }[];
      dryRun?: boolean;
    };
  };
  /** Takes the newest change of a document back, or the one named by `group`, in every document that it touched. When later changes stand in the way it answers conflict and changes nothing. */
  "session.undo": {
    args: {
      /** The file, relative to the working directory. May be left out when one such document is open. */
      path?: string;
      /** A change from session.history; the newest one when left out. Later changes may stand. */
      group?: string;
    };
    result: {
      path: string;
      label: string | null;
      documents: { path: string; revision: number; hash: string; dirty: boolean }[];
    };
  };
  /** Whether another program changed the open documents' files since they were read. Of one that changed: session.merge brings both together, session.revert takes theirs, session.save with force keeps mine. */
  "session.watch": {
    args: {};
    result: { documents: { path: string; state: "same" | "changed" | "gone" | "new"; dirty: boolean }[] };
  };
}

/** What every edit takes beside its own arguments. */
export interface EditArgs {
  /** The file, relative to the working directory. May be left out when one such document is open. */
  path?: string;
  /** Refuse with stale-revision unless the document is at this revision. */
  revision?: number;
  /** Validate and answer what would change; change nothing. */
  dryRun?: boolean;
  /** Repeating a call with the same id and arguments answers the first result and edits nothing twice. */
  requestId?: string;
}

/** What every edit answers. */
export interface EditResult {
  /** The document, absolute. */
  path: string;
  /** Items that were added. */
  newIds: string[];
  /** Items that were changed. */
  changedIds: string[];
  /** Items that were removed. */
  removedIds: string[];
  /** The document's revision after the edit. */
  revision: number;
  /** Hash of the document's content after the edit. */
  hash: string;
  /** Name of the undo entry. */
  label: string;
  /** Every document that was changed, when the edit took in more than `path`. */
  documents?: {
    path: string;
    newIds: string[];
    changedIds: string[];
    removedIds: string[];
    revision: number;
    hash: string;
  }[];
  /** True when nothing was changed. */
  dryRun?: boolean;
  /** What the caller should know. */
  notes?: string[];
}

export type CommandId = keyof Commands;

type Args<Id extends CommandId> = Commands[Id]["args"];
type Result<Id extends CommandId> = Promise<Commands[Id]["result"]>;

export interface Board {
  /** The document that is meant where a call names none. */
  use(path: string): void;
  place(args?: Args<"pcb.placeFootprint">): Result<"pcb.placeFootprint">;
  route(args?: Args<"pcb.route">): Result<"pcb.route">;
  track(args?: Args<"pcb.addTrack">): Result<"pcb.addTrack">;
  via(args?: Args<"pcb.addVia">): Result<"pcb.addVia">;
  zone(args?: Args<"pcb.addZone">): Result<"pcb.addZone">;
  fillZones(args?: Args<"pcb.fillZones">): Result<"pcb.fillZones">;
  outline(args?: Args<"pcb.addGraphic">): Result<"pcb.addGraphic">;
  graphic(args?: Args<"pcb.addGraphic">): Result<"pcb.addGraphic">;
  move(args?: Args<"pcb.move">): Result<"pcb.move">;
  rotate(args?: Args<"pcb.rotate">): Result<"pcb.rotate">;
  delete(args?: Args<"pcb.delete">): Result<"pcb.delete">;
  set(args?: Args<"pcb.setProperties">): Result<"pcb.setProperties">;
  drc(args?: Args<"check.drc">): Result<"check.drc">;
  items(args?: Args<"query.items">): Result<"query.items">;
  nets(args?: Args<"query.nets">): Result<"query.nets">;
  unrouted(args?: Args<"query.unrouted">): Result<"query.unrouted">;
  describe(args?: Args<"query.describe">): Result<"query.describe">;
}

export interface Sch {
  /** The document that is meant where a call names none. */
  use(path: string): void;
  place(args?: Args<"sch.placeSymbol">): Result<"sch.placeSymbol">;
  wire(args?: Args<"sch.wire">): Result<"sch.wire">;
  label(args?: Args<"sch.label">): Result<"sch.label">;
  junction(args?: Args<"sch.addJunction">): Result<"sch.addJunction">;
  noConnect(args?: Args<"sch.addNoConnect">): Result<"sch.addNoConnect">;
  annotate(args?: Args<"sch.annotate">): Result<"sch.annotate">;
  move(args?: Args<"sch.move">): Result<"sch.move">;
  rotate(args?: Args<"sch.rotate">): Result<"sch.rotate">;
  delete(args?: Args<"sch.delete">): Result<"sch.delete">;
  setField(args?: Args<"sch.setField">): Result<"sch.setField">;
  erc(args?: Args<"check.erc">): Result<"check.erc">;
  sheets(args?: Args<"query.sheetTree">): Result<"query.sheetTree">;
  items(args?: Args<"query.items">): Result<"query.items">;
  describe(args?: Args<"query.describe">): Result<"query.describe">;
}

export interface Project {
  new (args?: Args<"project.new">): Result<"project.new">;
  updatePcb(args?: Args<"project.updatePcb">): Result<"project.updatePcb">;
  plot(args?: Args<"project.plot">): Result<"project.plot">;
  fabricate(args?: Args<"project.fabricate">): Result<"project.fabricate">;
}

export interface Lib {
  search(text: string, more?: Omit<Args<"lib.search">, "query">): Result<"lib.search">;
  search(args?: Args<"lib.search">): Result<"lib.search">;
}

/** Every query by its name. */
export interface Query {
  at(args?: Args<"query.at">): Result<"query.at">;
  bom(args?: Args<"query.bom">): Result<"query.bom">;
  bounds(args?: Args<"query.bounds">): Result<"query.bounds">;
  connections(args?: Args<"query.connections">): Result<"query.connections">;
  crossProbe(args?: Args<"query.crossProbe">): Result<"query.crossProbe">;
  describe(args?: Args<"query.describe">): Result<"query.describe">;
  footprints(args?: Args<"query.footprints">): Result<"query.footprints">;
  freeSpace(args?: Args<"query.freeSpace">): Result<"query.freeSpace">;
  groups(args?: Args<"query.groups">): Result<"query.groups">;
  item(args?: Args<"query.item">): Result<"query.item">;
  items(args?: Args<"query.items">): Result<"query.items">;
  layers(args?: Args<"query.layers">): Result<"query.layers">;
  measure(args?: Args<"query.measure">): Result<"query.measure">;
  near(args?: Args<"query.near">): Result<"query.near">;
  net(args?: Args<"query.net">): Result<"query.net">;
  netclasses(args?: Args<"query.netclasses">): Result<"query.netclasses">;
  netlist(args?: Args<"query.netlist">): Result<"query.netlist">;
  nets(args?: Args<"query.nets">): Result<"query.nets">;
  pads(args?: Args<"query.pads">): Result<"query.pads">;
  pairs(args?: Args<"query.pairs">): Result<"query.pairs">;
  pins(args?: Args<"query.pins">): Result<"query.pins">;
  rules(args?: Args<"query.rules">): Result<"query.rules">;
  schema(args?: Args<"query.schema">): Result<"query.schema">;
  search(args?: Args<"query.search">): Result<"query.search">;
  sheetTree(args?: Args<"query.sheetTree">): Result<"query.sheetTree">;
  stackup(args?: Args<"query.stackup">): Result<"query.stackup">;
  statistics(args?: Args<"query.statistics">): Result<"query.statistics">;
  symbols(args?: Args<"query.symbols">): Result<"query.symbols">;
  unrouted(args?: Args<"query.unrouted">): Result<"query.unrouted">;
}

export interface Edsnx {
  /** Runs a command. Rejects with a CommandError: `{ code, message, hint?, data? }`. */
  run<Id extends CommandId>(id: Id, args?: Args<Id>): Result<Id>;
}

/** What a script of `edsnx run` has. */
export interface Script extends Edsnx {
  readonly board: Board;
  readonly sch: Sch;
  readonly project: Project;
  readonly lib: Lib;
  readonly query: Query;
  /** What follows `--` on the command line. */
  readonly args: readonly string[];
  open(path: string): Result<"session.open">;
  save(path?: string): Result<"session.save">;
  undo(path?: string): Result<"session.undo">;
  /** Runs `work` as one undoable change; when it throws, nothing was changed. */
  transaction<T>(label: string, work: () => T | Promise<T>): Promise<T>;
}

declare const edsnx: Script;
export default edsnx;
export { edsnx };
export declare const board: Board;
export declare const sch: Sch;
export declare const project: Project;
export declare const lib: Lib;
export declare const query: Query;
